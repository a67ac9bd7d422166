import { resolve } from 'node:path'
import { isSqlite, sqlitePath } from './sqlite-path.ts'

/** Where a database is: a path, or an address without user and password. */
export function getPlace(databaseUrl: string): string {
  if (isSqlite(databaseUrl)) return resolve(sqlitePath(databaseUrl))
  const { host, pathname } = new URL(databaseUrl)
  return `postgres://${host}${pathname}`
}
