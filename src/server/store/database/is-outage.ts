import { errorCode } from '../../log/error-code.ts'

/** SQLite: the disk is full, broken, locked by another process, or read-only. */
const SQLITE_OUTAGE = /^SQLITE_(?:FULL|IOERR|BUSY|CANTOPEN|READONLY)/
/**
 * Postgres: connection exceptions, insufficient resources (including a full disk), shutdown; a transaction that waited
 * too long for its process (25P03); a statement that took too long (57014), or waited too long for a lock of another
 * transaction (55P03); a database that has become read-only (25006).
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const POSTGRES_OUTAGE =
  /^(?:(?:08|53|57P)[0-9A-Z]+|25006|25P03|57014|55P03|DATABASE_AWAY|DATABASE_GONE)$/

/** Whether a call to the store failed because of the state of the database, and may succeed after that is fixed. */
export function isOutage(error: unknown): boolean {
  const code = errorCode(error) ?? ''
  return SQLITE_OUTAGE.test(code) || POSTGRES_OUTAGE.test(code)
}
