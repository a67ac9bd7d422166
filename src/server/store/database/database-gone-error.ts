/** The file of the database is gone, or another one is in its place: what is written now is lost. */
export class DatabaseGoneError extends Error {
  override name = 'DatabaseGoneError'
  readonly code = 'DATABASE_GONE'
  constructor() {
    super('the file of the database is gone')
  }
}
