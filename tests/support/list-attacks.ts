import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'

const ROOT = join(import.meta.dirname, '../..')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')
const ATTACK = /(?:^| > )attacks?\b/i

const ListedSchema = v.array(v.object({ name: v.string(), file: v.string() }))
export type ListedAttack = v.InferOutput<typeof ListedSchema>[number]

/** Where `npm run attacks` writes the list. */
export const ATTACKS_FILE = join(ROOT, 'tests/attacks.md')

/** Writes a page that lists each test of an attack, from the names of all tests. */
export function listAttacks(tests: readonly ListedAttack[]): string {
  const attacks = tests
    .filter(({ name }) => ATTACK.test(name))
    .map(({ name, file }) => ({ file: relative(ROOT, file), name: unescape(name) }))
  const files = [...new Set(attacks.map(({ file }) => file))].toSorted()
  const sections = files.map((file) => {
    const names = attacks.filter((attack) => attack.file === file).map(({ name }) => name)
    return [`## ${file}`, '', ...new Set(names.toSorted().map(toItem))].join('\n')
  })
  const opening = `Each test that plays an attack. \`npm run attacks\` writes this page from the names of the tests; a name with \`%s\` or \`$\` is a table of cases.`
  return `${['# Attacks', opening, ...sections].join('\n\n')}\n`
}

/** Lists the tests of all files without running them. A table of cases is one test, with `%s` in its name. */
export async function listTests(): Promise<ListedAttack[]> {
  const directory = await mkdtemp(join(tmpdir(), 'clasp-attacks-'))
  const output = join(directory, 'tests.json')
  try {
    const options = ['list', '--static-parse', `--json=${output}`]
    await promisify(execFile)(process.execPath, [VITEST, ...options], { cwd: ROOT })
    return v.parse(v.pipe(v.string(), v.parseJson(), ListedSchema), await readFile(output, 'utf8'))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Unescapes a name, because the parser returns a string as in the source. */
function unescape(name: string): string {
  return name.replaceAll(/\\(['"`])/g, '$1')
}

function toItem(name: string): string {
  return `- ${name.replaceAll(/[\\`*_<[\]]/g, String.raw`\$&`)}`
}
