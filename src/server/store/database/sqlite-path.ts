import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Whether DATABASE_URL names an SQLite database; any other is Postgres. */
export function isSqlite(databaseUrl: string): boolean {
  return databaseUrl.startsWith('file:')
}

/** `file:` with `//` is a real URL; without, the rest is a path as SQLite takes it. */
export function sqlitePath(databaseUrl: string): string {
  return databaseUrl.startsWith('file://')
    ? fileURLToPath(databaseUrl)
    : databaseUrl.slice('file:'.length)
}

/** Whether the database is a file that is not there yet, or is in memory. */
export function isMissingFile(databaseUrl: string): boolean {
  return isSqlite(databaseUrl) && !existsSync(sqlitePath(databaseUrl))
}
