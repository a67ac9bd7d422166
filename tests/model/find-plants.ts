import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Plant, PLANTS, putPlant } from './plants.ts'

const PROJECT = join(import.meta.dirname, '../..')
const COPIED = ['src', 'tests', 'package.json', 'tsconfig.json', 'tonconnect-manifest.json']

/**
 * Puts each defect into a copy of the sources, which must pass without one, and says in which history the search finds it,
 * and by which failure.
 *
 * @param only a part of its name
 */
export async function findPlants(runs: number, only = ''): Promise<void> {
  const copy = await mkdtemp(join(tmpdir(), 'clasp-planted-'))
  try {
    for (const name of COPIED) await cp(join(PROJECT, name), join(copy, name), { recursive: true })
    await symlink(join(PROJECT, 'node_modules'), join(copy, 'node_modules'))
    if ((await search(copy, runs)) !== null)
      throw new Error('the search fails with nothing planted')
    for (const plant of PLANTS.filter(({ name }) => name.includes(only))) {
      const found = await findOne(copy, plant, runs)
      if (found === null) process.exitCode = 1
      console.log(`| ${plant.name} | ${found?.history ?? `not in ${runs}`} |`)
      if (found !== null) console.log(found.message)
    }
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** In which history the search failed, and what it says of it. */
type FoundPlant = { history: number; message: string }

/** @returns null where no history found it */
async function findOne(copy: string, plant: Plant, runs: number): Promise<FoundPlant | null> {
  const { file } = plant
  const source = await readFile(join(PROJECT, file), 'utf8')
  await writeFile(join(copy, file), putPlant(source, plant))
  try {
    return await search(copy, runs)
  } finally {
    await writeFile(join(copy, file), source)
  }
}

/** @returns null where no history failed */
async function search(copy: string, runs: number): Promise<FoundPlant | null> {
  const args = ['--import', 'tsx', 'tests/model/run.ts', '--runs', `${runs}`, '--first']
  const run = promisify(execFile)(process.execPath, args, { cwd: copy })
  const output = await run.then(
    ({ stdout }) => stdout,
    (error: { stdout?: unknown; stderr?: unknown }) =>
      `${String(error.stdout)}${String(error.stderr)}`,
  )
  const [, history, message] = /failed in history (\d+)[^\n]*\n([^]*)/u.exec(output) ?? []
  if (message !== undefined) return { history: Number(history), message }
  if (/ histories, /u.test(output)) return null
  throw new Error(`the search did not run: ${output}`)
}
