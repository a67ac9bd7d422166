import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { openPostgresDatabase } from '#server/store/database/postgres-database.ts'
import { copySqliteDatabase } from '#server/store/database/copy-database.ts'
import { openSqliteDatabase } from '#server/store/database/sqlite-database.ts'
import { listenHere } from './listen-here.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Answers with a migrated database to copy at `/postgres` and `/sqlite`, and with the package's file at `/package`. */
    onceUrl: string
  }
}

/** The migrated database on the shared Postgres server. */
const TEMPLATE = 'clasp_template'

/**
 * One Postgres server, one migrated database of each kind and one package for the whole run. Each is made when a test file first
 * needs it, so a run without them costs nothing.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'clasp-once-'))
  const stops: (() => Promise<void>)[] = []
  const makers: Record<string, () => Promise<string>> = {
    '/sqlite': lazy(() => makeSqliteTemplate(directory)),
    '/postgres': lazy(() => makePostgresTemplate((stop) => void stops.push(stop))),
    '/package': lazy(() => makePackage(directory)),
  }
  const server = createServer((request, response) => {
    void answer(response, makers[request.url ?? ''])
  })
  const { url, close } = await listenHere(server)
  project.provide('onceUrl', url)
  return async () => {
    await close()
    for (const stop of stops) await stop()
    await rm(directory, { recursive: true, force: true })
  }
}

async function answer(
  response: ServerResponse,
  make: (() => Promise<string>) | undefined,
): Promise<void> {
  try {
    if (!make) throw new Error('there is no such thing')
    response.end(await make())
  } catch (error) {
    response.statusCode = 500
    response.end(error instanceof Error ? error.message : String(error))
  }
}

function lazy<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined
  return () => (made ??= make())
}

async function makeSqliteTemplate(directory: string): Promise<string> {
  const path = join(directory, 'template.db')
  // Everything is in one file of the copy: migrated data may still be in the log beside the database.
  const migrated = join(directory, 'migrated.db')
  await (await openSqliteDatabase(migrated)).close()
  await copySqliteDatabase(migrated, path)
  return path
}

async function makePostgresTemplate(
  onStarted: (stop: () => Promise<void>) => void,
): Promise<string> {
  const postgres = await startPostgres()
  onStarted(() => postgres.stop())
  const databaseUrl = await postgres.createDatabase(TEMPLATE)
  await (await openPostgresDatabase(databaseUrl)).close()
  return databaseUrl
}

/** Only one at a time can be made: all are built in the same folder. */
async function makePackage(directory: string): Promise<string> {
  const args = ['pack', '--silent', '--pack-destination', directory]
  const { stdout } = await promisify(execFile)('npm', args, {
    cwd: join(import.meta.dirname, '../..'),
  })
  return join(directory, stdout.trim().split('\n').at(-1) ?? '')
}
