/** The database did not answer, or took no connection. The same call may succeed once it does. */
export class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError'
  readonly code = 'DATABASE_AWAY'
}
