import { errorCode } from '#server/error-code.ts'

/** SQLite: the disk is full, broken, locked by another process, or not to be written to. */
const SQLITE_OUTAGE = /^SQLITE_(?:FULL|IOERR|BUSY|CANTOPEN|READONLY)/
/**
 * Postgres: connection exceptions, insufficient resources (a full disk among them), and shutdown.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const POSTGRES_OUTAGE = /^(?:08|53|57P)[0-9A-Z]+$/

/** Whether a call to the store failed for the state of the database, and may succeed once that is mended. */
export function isOutage(error: unknown): boolean {
  const code = errorCode(error) ?? ''
  return SQLITE_OUTAGE.test(code) || POSTGRES_OUTAGE.test(code)
}
