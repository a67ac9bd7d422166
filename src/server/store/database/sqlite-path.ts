import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** `file:` with `//` is a real URL; without, the rest is a path as SQLite takes it. */
export function sqlitePath(databaseUrl: string): string {
  return databaseUrl.startsWith('file://')
    ? fileURLToPath(databaseUrl)
    : databaseUrl.slice('file:'.length)
}

/** Whether the database is a file that is not there yet, or is in memory. */
export function isMissingFile(databaseUrl: string): boolean {
  return databaseUrl.startsWith('file:') && !existsSync(sqlitePath(databaseUrl))
}
