import { errorCode, UNTRUSTED_CERTIFICATE } from './error-code.ts'

/** Why a start, or a call to the store, failed at the database, as far as an operator can act on it. */
export type DatabaseFailure =
  | 'away'
  | 'password'
  | 'refused'
  | 'certificate'
  | 'missing'
  | 'grants'
  | 'rights'
  | 'read-only'
  | 'full'
  | 'crowded'
  | 'newer'
  | 'other'

/** Codes of Postgres, SQLite and the system. @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
const FAILURES: readonly [DatabaseFailure, RegExp][] = [
  // The database is starting, its host name does not resolve yet, or nothing answers: it may be up in a moment.
  ['away', /^(?:08\w{3}|57P0\d|DATABASE_AWAY|SQLITE_BUSY\w*)$/],
  ['away', /^(?:ECONN(?:REFUSED|RESET)|E(?:HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)$/],
  ['password', /^28P01$/],
  ['refused', /^28000$/],
  ['certificate', UNTRUSTED_CERTIFICATE],
  ['missing', /^3D000$/],
  ['grants', /^42501$/],
  ['rights', /^(?:EACCES|EPERM|SQLITE_(?:READONLY|CANTOPEN|PERM)\w*)$/],
  ['read-only', /^(?:25006|EROFS)$/],
  ['full', /^(?:53100|ENOSPC|SQLITE_FULL)$/],
  ['crowded', /^53300$/],
]

/** Kysely's message for a database that has a migration which this version does not know. */
const NEWER = /corrupted migrations/

/** PgBouncer's message when it takes no more clients. Its code says only that something is wrong. */
const CROWDED = /^no more connections allowed/

/** @param error of a call to the store, or of opening it; the cause may be nested deep */
export function databaseFailure(error: unknown): DatabaseFailure {
  if (!(error instanceof Error)) return 'other'
  if (NEWER.test(error.message)) return 'newer'
  if (CROWDED.test(error.message)) return 'crowded'
  const code = errorCode(error) ?? ''
  const [failure] = FAILURES.find(([, codes]) => codes.test(code)) ?? []
  return failure ?? databaseFailure(error.cause)
}

const DATABASE_CLOSED = 'the database cannot be opened; is DATABASE_URL right and the database up?'

/** Hints about the database, for the operator. */
export const DATABASE_SENTENCES: Record<DatabaseFailure, string> = {
  away: DATABASE_CLOSED,
  password: 'the database refuses the user or the password in DATABASE_URL',
  refused:
    'the database refuses this user from here; does its pg_hba.conf want TLS? Then add sslmode=verify-full to DATABASE_URL',
  certificate:
    'the certificate of the database is not trusted, or is for another host name; sslrootcert in DATABASE_URL, or NODE_EXTRA_CA_CERTS, names that of your own authority',
  missing: 'there is no database of the name in DATABASE_URL; it has to be made first',
  grants:
    'the user of DATABASE_URL may not make or change tables; it needs GRANT USAGE, CREATE ON SCHEMA public, and to own the tables that are there',
  rights: 'this user may not write the database; whose are its file and folder?',
  'read-only': 'the database is read-only; is it a replica, or set so, or on a disk that is?',
  full: 'the disk of the database is full',
  crowded:
    'the database takes no more connections; DATABASE_POOL_SIZE times the processes has to stay below its limit',
  newer:
    'a newer Clasp has migrated the database; start that version, or restore a backup from before',
  other: DATABASE_CLOSED,
}

/** The log line about a call that failed because of the database. */
export function outageLine(error: unknown): string {
  const failure = databaseFailure(error)
  const isNamed = failure === 'crowded' || failure === 'full' || failure === 'read-only'
  return isNamed ? DATABASE_SENTENCES[failure] : 'the database does not answer, or not in time'
}
