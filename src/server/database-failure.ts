import { errorCode } from './error-code.ts'

/** What a start, or a call to the store, can fail for at the database, as far as an operator can act on it. */
export type DatabaseFailure =
  | 'away'
  | 'password'
  | 'missing'
  | 'rights'
  | 'full'
  | 'crowded'
  | 'newer'
  | 'other'

/** Codes of Postgres, SQLite and the system. @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
const FAILURES: readonly [DatabaseFailure, RegExp][] = [
  // It starts, its name is not known yet, or nothing answers: it may be up in a moment.
  ['away', /^(?:08\w{3}|57P0\d|DATABASE_AWAY|SQLITE_BUSY\w*)$/],
  ['away', /^(?:ECONN(?:REFUSED|RESET)|E(?:HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)$/],
  ['password', /^(?:28000|28P01)$/],
  ['missing', /^3D000$/],
  ['rights', /^(?:42501|EACCES|EPERM|EROFS|SQLITE_(?:READONLY|CANTOPEN|PERM)\w*)$/],
  ['full', /^(?:53100|ENOSPC|SQLITE_FULL)$/],
  ['crowded', /^53300$/],
]

/** Kysely's words for a database in which a migration was run that this version does not have. */
const NEWER = /corrupted migrations/

/** PgBouncer's words where it takes no more clients: its code says no more than that something is wrong. */
const CROWDED = /^no more connections allowed/

/** @param error of a call to the store, or of opening it; the reason may be deep in its causes */
export function databaseFailure(error: unknown): DatabaseFailure {
  if (!(error instanceof Error)) return 'other'
  if (NEWER.test(error.message)) return 'newer'
  if (CROWDED.test(error.message)) return 'crowded'
  const code = errorCode(error) ?? ''
  const [failure] = FAILURES.find(([, codes]) => codes.test(code)) ?? []
  return failure ?? databaseFailure(error.cause)
}

const DATABASE_CLOSED = 'the database cannot be opened; is DATABASE_URL right and the database up?'

/** What an operator can look at. */
export const DATABASE_SENTENCES: Record<DatabaseFailure, string> = {
  away: DATABASE_CLOSED,
  password: 'the database refuses the user or the password in DATABASE_URL',
  missing: 'there is no database of the name in DATABASE_URL; it has to be made first',
  rights: 'this user may not write the database; whose are its file and folder, or its tables?',
  full: 'the disk of the database is full',
  crowded:
    'the database takes no more connections; DATABASE_POOL_SIZE times the processes has to stay below its limit',
  newer:
    'a newer Clasp has migrated the database; start that version, or restore a backup from before',
  other: DATABASE_CLOSED,
}

/** The line of the log about a call that failed for the state of the database. */
export function outageLine(error: unknown): string {
  const failure = databaseFailure(error)
  const isNamed = failure === 'crowded' || failure === 'full'
  return isNamed ? DATABASE_SENTENCES[failure] : 'the database does not answer, or not in time'
}
