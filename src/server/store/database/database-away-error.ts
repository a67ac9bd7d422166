/** The database did not answer, or accepted no connection. The same call may succeed later. */
export class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError'
  readonly code = 'DATABASE_AWAY'
}
