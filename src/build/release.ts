import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '#server/config/root.ts'
import { VERSION } from '#server/config/version.ts'
import { writeChecksums } from './write-checksums.ts'

const FOLDER = join(ROOT, 'dist/release')
const NAME = `clasp-telegram-${VERSION}.tgz`

/* `npm run release`: makes the package of this version, its checksums, and its tag. Nothing leaves the machine. */
const refusal = await findRefusal()
if (refusal === null) await release()
else {
  console.error(`No release was made: ${refusal}`)
  process.exitCode = 1
}

/** Why this version cannot be released now; null if it can. */
async function findRefusal(): Promise<string | null> {
  const changes = await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8')
  if (!changes.includes(`\n## ${VERSION}\n`)) return `CHANGELOG.md has nothing about ${VERSION}.`
  if (git('status', '--porcelain') !== '') return 'there are changes without a commit.'
  return git('tag', '--list', `v${VERSION}`) === '' ? null : `v${VERSION} was released already.`
}

async function release(): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  run('npm', 'pack', '--silent', '--pack-destination', FOLDER)
  const sums = await writeChecksums(ROOT, { folder: FOLDER, name: NAME })
  await writeFile(join(FOLDER, 'SHA256SUMS'), sums)
  git('tag', '--annotate', `v${VERSION}`, '--message', `clasp-telegram ${VERSION}`)
  console.log(`dist/release has ${NAME} and SHA256SUMS, made by Node ${process.versions.node}.`)
  console.log(`To publish: git push origin v${VERSION}, then npm publish dist/release/${NAME}`)
}

function git(...args: string[]): string {
  return run('git', ...args)
}

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: ROOT, encoding: 'utf8' }).trim()
}
