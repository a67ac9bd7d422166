import { rm } from 'node:fs/promises'
import { isRoot, loadEmbeddedPostgres } from './embedded-postgres.ts'
import { freePort } from './free-port.ts'
import { makeDatabaseFolder } from './make-database-folder.ts'

export type Postgres = {
  /** Makes an empty database. */
  createDatabase(name: string): Promise<string>
  /** Goes away, as for a restart, and comes back with all its data. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  stop(): Promise<void>
}

/** Stopped at the exit: `stop` sends its signal before it waits, and there is no waiting then. */
const running = new Set<{ stop: () => Promise<void> }>()
process.once('exit', () => {
  for (const server of running) void server.stop()
})

/** A real Postgres server of its own, on loopback, gone with `stop`. */
export async function startPostgres(): Promise<Postgres> {
  const { EmbeddedPostgres, remove } = await loadEmbeddedPostgres()
  const databaseDir = await makeDatabaseFolder('clasp-postgres-')
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
