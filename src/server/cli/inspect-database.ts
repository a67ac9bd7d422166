import * as v from 'valibot'
import { errorCode } from '../log/error-code.ts'
import { openLibsqlConnection, type LibsqlConnection } from '../store/database/libsql-connection.ts'
import { MIGRATIONS } from '../store/database/migrations.ts'
import { openStore, WrongDataKeyError } from '../store/open-store.ts'

export type DatabaseFault = 'damaged' | 'not-clasp' | 'newer-clasp' | 'other-key'

export type DatabaseVerdict = { ok: true } | { ok: false; fault: DatabaseFault }

/**
 * Whether a file is a complete Clasp database that opens with the key. The check migrates it to the newest schema, so
 * it must be a copy. SQLite may hold the files open until the process ends.
 */
export async function inspectDatabase(path: string, dataKey: Uint8Array): Promise<DatabaseVerdict> {
  const fault = inspectFile(path)
  if (fault !== null) return { ok: false, fault }
  try {
    const store = await openStore({ databaseUrl: `file:${path}`, dataKey, delivers: false })
    await store.close()
    return { ok: true }
  } catch (error) {
    if (error instanceof WrongDataKeyError) return { ok: false, fault: 'other-key' }
    throw error
  }
}

/** Codes of SQLite for a file that is not a database, or an incomplete one. */
const DAMAGED = /^SQLITE_(?:NOTADB|CORRUPT|IOERR)/

function inspectFile(path: string): DatabaseFault | null {
  let connection: LibsqlConnection | undefined
  try {
    connection = openLibsqlConnection(path)
    return inspectContent(connection)
  } catch (error) {
    if (DAMAGED.test(errorCode(error) ?? '')) return 'damaged'
    throw error
  } finally {
    connection?.close()
  }
}

function inspectContent(connection: LibsqlConnection): DatabaseFault | null {
  const [integrity] = column(connection, 'pragma integrity_check')
  if (integrity !== 'ok') return 'damaged'
  const tables = column(connection, "select name from sqlite_master where type = 'table'")
  if (!['settings', 'kysely_migration'].every((table) => tables.includes(table))) return 'not-clasp'
  const migrations = column(connection, 'select name from kysely_migration')
  return migrations.every((name) => name in MIGRATIONS) ? null : 'newer-clasp'
}

const RowSchema = v.record(v.string(), v.string())

function column(connection: LibsqlConnection, query: string): string[] {
  return connection
    .prepare(query)
    .all([])
    .flatMap((row) => Object.values(v.parse(RowSchema, row)))
}
