import type { FieldCipher, KeyRing } from '../database/field-cipher.ts'
import type { PreparedQueries } from './prepared-queries.ts'
import type { LockName, Sql, SqlDatabase } from '../database/sql-database.ts'
import type { JoinEnd } from '#shared/join.ts'
import type { Accepts } from '../../door/judge-door.ts'
import type { EpochMs } from '../database/stored.ts'
import { randomBytes } from 'node:crypto'

/** The shared dependencies of all parts of the store. */
export type SqlContext = {
  database: SqlDatabase
  /** Reads what is committed; in a joined transaction, also what that one has written. */
  sql: Sql
  prepared: PreparedQueries
  cipher: KeyRing
  /** Whether host events are delivered to a webhook. */
  delivers: boolean
  /** Whether members can be found by their names. */
  keepsNames: boolean
  /** Which chains' wallets the operator offers. */
  accepts: Accepts
  /** Called for an event that cannot be unsealed and is therefore left out. */
  onUnreadable: (sequence: number) => void
  /** What every transaction that changed wallets does last. */
  follow: (trx: Transaction, changes: readonly WalletChange[]) => Promise<void>
}

/** A change of a member's wallets, as its event names it. */
export type WalletChange = { userId: string; event: 'linked' | JoinEnd }

/** One transaction with one time for all its writes. It is written as a whole, or not at all. */
export type Transaction = Pick<SqlContext, 'prepared' | 'delivers' | 'keepsNames' | 'accepts'> & {
  sql: Sql
  cipher: FieldCipher
  /** The changes of wallets so far. */
  changes: WalletChange[]
  now: EpochMs
  lock: (...names: LockName[]) => Promise<void>
}

/** Reads and unseals, inside a transaction or what is committed. */
export type RowReader = Pick<Transaction, 'sql' | 'cipher'>

export function inTransaction<Result>(
  { database, ...context }: SqlContext,
  now: EpochMs,
  work: (trx: Transaction) => Promise<Result>,
): Promise<Result> {
  return database.write(async (sql) => {
    const changes: WalletChange[] = []
    const lock: Transaction['lock'] = (...names) => database.lock(sql, names)
    const trx = { ...context, changes, sql, now, lock }
    const result = await work(trx)
    if (changes.length > 0) await context.follow(trx, changes)
    return result
  })
}

/** A method of the store that does this work in a transaction of its own. */
export function transactional<Input, Result>(
  context: SqlContext,
  work: (trx: Transaction, input: Input) => Promise<Result>,
): (input: Input, now: EpochMs) => Promise<Result> {
  return (input, now) => inTransaction(context, now, (trx) => work(trx, input))
}

/** The same store inside a transaction. Its writes are committed or undone with that transaction. */
export function joinTransaction(context: SqlContext, { sql }: Transaction): SqlContext {
  const join: SqlDatabase['write'] = (work) => work(sql)
  const database = { ...context.database, read: sql, write: join, statement: join }
  return { ...context, database, sql }
}

/**
 * Keeps others from storing a row for the same value until the transaction ends. With one key a unique index does that.
 * While DATA_KEY is changed, two processes may hash the value with different keys.
 */
export async function lockLookups(
  { cipher, lock }: Pick<Transaction, 'cipher' | 'lock'>,
  value: string,
): Promise<void> {
  const hashes = cipher.lookups(value).map((hash) => Buffer.from(hash).toString('base64url'))
  if (hashes.length > 1) await lock(...hashes.sort().map((hash): LockName => `lookup:${hash}`))
}

const ID_BYTES = 16

/** An id that cannot be guessed: 16 random bytes as 22 characters of base64url. */
export function randomId(): string {
  return randomBytes(ID_BYTES).toString('base64url')
}

/** Locks in a fixed order, so that two transactions never wait for each other. */
export async function lockMembers(
  { lock }: Pick<Transaction, 'lock'>,
  ids: Iterable<string>,
): Promise<void> {
  const names = [...new Set(ids)].sort().map((id): LockName => `user:${id}`)
  if (names.length > 0) await lock(...names)
}
