import { errorCode } from './error-code.ts'

/** What a start can fail for at its database, as far as an operator can act on it. */
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

/** @param error of opening the store; the reason may be deep in its causes */
export function databaseFailure(error: unknown): DatabaseFailure {
  if (!(error instanceof Error)) return 'other'
  if (NEWER.test(error.message)) return 'newer'
  const code = errorCode(error) ?? ''
  const [failure] = FAILURES.find(([, codes]) => codes.test(code)) ?? []
  return failure ?? databaseFailure(error.cause)
}
