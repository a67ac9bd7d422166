import type { CompiledQuery, Kysely, RawBuilder } from 'kysely'
import type { AdjustableRateLimits } from './rate-limits.ts'
import type { Schema } from './schema.ts'

/** Queries in the committed state, or inside one write transaction. */
export type Sql = Kysely<Schema>

/**
 * A statement of a transaction whose answer nobody waits for. Postgres gets it together with the next statement, which
 * also reports its failure; if there is no other, `commit` does, and undoes the transaction.
 */
export type AheadQuery = CompiledQuery & { isAhead: true }

/** The differences between the two dialects: how a write transaction becomes isolated and durable. */
export interface SqlDatabase {
  /** Sees committed data only. A statement that lost a race to a migration runs again. */
  read: Sql
  /**
   * Runs `work` in one transaction and resolves when that is durable. A throw undoes the transaction. `work` must
   * change only the database, because a transaction that lost a race runs again from its start.
   */
  write<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  /**
   * Runs one statement as a transaction, and again if it lost a race. Over a network this takes a third of the round
   * trips of `write`.
   */
  statement<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  /** Until the transaction ends, other transactions wait in their own `lock` of any of these names. */
  lock(sql: Sql, names: LockName[]): Promise<void>
  /** The sequence of the next event: higher than all that were committed before it is requested. */
  nextSequence: RawBuilder<number>
  /** Ends a select: takes the locks of its rows until the transaction ends, and leaves out rows that others have locked. */
  takeFree: RawBuilder<unknown>
  rateLimits: AdjustableRateLimits
  close(): Promise<void>
}

/**
 * The locks protect: the use of an Idempotency-Key; possession of one wallet; a member's counts, answers, requests and
 * primary flag; which row belongs to a value that is looked up, while DATA_KEY is changed, and that change; whether the
 * bot is in a chat; the positions of events; the choice of events to deliver, and of posts to edit; the content of a
 * request's posts. They are taken in this order. Two are taken alone: that of a migration, and that of a run of the
 * command move, while it marks its target.
 */
export type LockName =
  | `idempotency-key:${string}`
  | `wallet:${string}`
  | `multisig:${string}`
  | `user:${string}`
  | `lookup:${string}`
  | 'keys'
  | `chat:${string}`
  | 'migrations'
  | 'move'
  | 'events'
  | 'deliveries'
  | 'posts'
  | `request:${string}`
