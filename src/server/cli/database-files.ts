import { resolve } from 'node:path'
import { sqlitePath } from '../store/open-store.ts'
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
  if (!databaseUrl.startsWith('file:'))
    throw new CommandError(refused(withoutPassword(databaseUrl)))
  const path = sqlitePath(databaseUrl)
  if (path === ':memory:') throw new CommandError('DATABASE_URL names a database in memory only.')
  return resolve(directory, path)
}

/** For command lines that are shown: Postgres's tools request the password, or read `~/.pgpass`. */
function withoutPassword(databaseUrl: string): URL {
  const url = new URL(databaseUrl)
  url.password = ''
  url.searchParams.delete('password')
  return url
}
