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
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string')
    return false
  return SQLITE_OUTAGE.test(error.code) || POSTGRES_OUTAGE.test(error.code)
}
