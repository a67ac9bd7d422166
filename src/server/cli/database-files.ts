import { resolve } from 'node:path'
import { isSqlite, sqlitePath } from '../store/database/sqlite-path.ts'
import { CommandError } from './command.ts'

/** SQLite's write-ahead log and its index are beside the database while it is open. */
const COMPANIONS = ['', '-wal', '-shm'] as const

/** A database is one to three files. The existing ones belong together. */
export function getFiles(path: string): string[] {
  return COMPANIONS.map((suffix) => `${path}${suffix}`)
}

/**
 * Absolute path of the SQLite database.
 *
 * @param refused the message for a Postgres database
 * @throws {CommandError} when the database is not a file
 */
export function databaseFile(
  { databaseUrl, directory }: { databaseUrl: string; directory: string },
  refused: (url: URL) => string,
): string {
  if (!isSqlite(databaseUrl)) throw new CommandError(refused(withoutPassword(databaseUrl)))
  const path = sqlitePath(databaseUrl)
  if (path === ':memory:') throw new CommandError('DATABASE_URL names a database in memory only.')
  return resolve(directory, path)
}

/** The command line that dumps a Postgres database. */
export function dumpLine({ href }: URL): string {
  return `  pg_dump --format=custom --file=clasp.dump '${href}'`
}

/** For command lines that are shown: Postgres's tools request the password, or read `~/.pgpass`. */
export function withoutPassword(databaseUrl: string): URL {
  const url = new URL(databaseUrl)
  url.password = ''
  url.searchParams.delete('password')
  return url
}
