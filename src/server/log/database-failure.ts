import { errorCode, UNTRUSTED_CERTIFICATE } from './error-code.ts'

/** Why a start, or a call to the store, failed at the database, as far as an operator can act on it. */
export type DatabaseFailure =
  | 'away'
  | 'held'
  | 'password'
  | 'refused'
  | 'certificate'
  | 'missing'
  | 'grants'
  | 'rights'
  | 'read-only'
  | 'full'
  | 'crowded'
  | 'empty'
  | 'older'
  | 'newer'
  | 'unreleased'
  | 'gone'
  | 'damaged'
  | 'failing'
  | 'other'

/** Codes of Postgres, SQLite and the system. @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
const FAILURES: readonly [DatabaseFailure, RegExp][] = [
  // The database is starting, its host name does not resolve yet, or nothing answers: it may be up in a moment.
  ['away', /^(?:08\w{3}|57P0\d|DATABASE_AWAY)$/],
  ['away', /^(?:ECONN(?:REFUSED|RESET)|E(?:HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)$/],
  // 55P03: a table that a migration changes is in use for too long.
  ['held', /^(?:55P03|SQLITE_BUSY\w*)$/],
  ['password', /^28P01$/],
  ['refused', /^28000$/],
  ['certificate', UNTRUSTED_CERTIFICATE],
  ['missing', /^3D000$/],
  ['grants', /^42501$/],
  ['rights', /^(?:EACCES|EPERM|SQLITE_(?:READONLY|CANTOPEN|PERM)\w*)$/],
  ['read-only', /^(?:25006|EROFS)$/],
  ['full', /^(?:53100|ENOSPC|SQLITE_FULL)$/],
  ['crowded', /^53300$/],
  ['empty', /^SCHEMA_EMPTY$/],
  ['older', /^SCHEMA_OLDER$/],
  ['newer', /^SCHEMA_NEWER$/],
  ['unreleased', /^SCHEMA_UNRELEASED$/],
  ['gone', /^DATABASE_GONE$/],
  ['failing', /^(?:EIO|EFBIG|SQLITE_IOERR\w*)$/],
  ['damaged', /^(?:EISDIR|SQLITE_(?:NOTADB|CORRUPT)\w*)$/],
]

/** PgBouncer's message when it takes no more clients. Its code says only that something is wrong. */
const CROWDED = /^no more connections allowed/

/** @param error of a call to the store, or of opening it; the cause may be nested deep */
export function databaseFailure(error: unknown): DatabaseFailure {
  if (!(error instanceof Error)) return 'other'
  if (CROWDED.test(error.message)) return 'crowded'
  const code = errorCode(error) ?? ''
  const [failure] = FAILURES.find(([, codes]) => codes.test(code)) ?? []
  return failure ?? databaseFailure(error.cause)
}

const DATABASE_CLOSED = 'the database cannot be opened; is DATABASE_URL right and the database up?'

/** Hints about the database, for the operator. */
export const DATABASE_SENTENCES: Record<DatabaseFailure, string> = {
  away: DATABASE_CLOSED,
  held: 'another process holds the database, such as a server or a second run of a command',
  password: 'the database refuses the user or the password in DATABASE_URL',
  refused:
    'the database refuses this user from here; does its pg_hba.conf want TLS? Then add sslmode=verify-full to DATABASE_URL',
  certificate:
    'the certificate of the database is not trusted, or is for another host name; sslrootcert in DATABASE_URL, or NODE_EXTRA_CA_CERTS, names that of your own authority',
  missing: 'there is no database of the name in DATABASE_URL; it has to be made first',
  grants:
    'the user of DATABASE_URL may not make or change tables; it needs GRANT USAGE, CREATE ON SCHEMA public, and to own the tables that are there',
  rights: 'permission denied: this user may not write the database; who owns its file and folder?',
  'read-only': 'the database is read-only; is it a replica, or set so, or on a disk that is?',
  full: 'the disk of the database is full',
  crowded:
    'the database takes no more connections; DATABASE_POOL_SIZE times the processes has to stay below its limit',
  empty: 'there is no database there yet; the commands start and migrate make it',
  older:
    'the database is of an earlier version of Clasp; the commands start and migrate bring it to this one',
  newer:
    'a newer Clasp has migrated the database; start that version, or restore a backup from before',
  unreleased:
    'the database is of a day before version 1.0.0, and no way leads from it; name another place in DATABASE_URL, where members link their wallets again',
  gone: 'the file of the database is gone, or another one is in its place; put it back, or stop the server and restore a backup',
  damaged:
    'what DATABASE_URL names is no whole database; check the path, or restore a backup with the command restore',
  failing:
    'the disk of the database fails, or its file cannot grow; the log of the system says why',
  other: DATABASE_CLOSED,
}

const NAMED_OUTAGES = new Set<DatabaseFailure>(['crowded', 'full', 'gone', 'read-only'])

/** The log line about a call that failed because of the database. */
export function outageLine(error: unknown): string {
  const failure = databaseFailure(error)
  return NAMED_OUTAGES.has(failure)
    ? DATABASE_SENTENCES[failure]
    : 'the database does not answer, or timed out'
}
