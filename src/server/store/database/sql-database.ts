import type { Kysely, RawBuilder } from 'kysely'
import type { RateLimits } from '../rate-limits.ts'
import type { Schema } from './schema.ts'

/** Queries in the committed state, or inside one write transaction. */
export type Sql = Kysely<Schema>

/** What differs between the two dialects: how a transaction of writes comes to be alone and durable. */
export interface SqlDatabase {
  /** Sees committed data only. */
  read: Sql
  /**
   * Runs `work` in one transaction and answers when that is durable. A throw undoes the transaction.
   * `work` touches nothing but the database: a transaction that lost a race is run again from its start.
   */
  write<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  /** Runs one statement as a transaction: over a network a third of the round trips of `write`. */
  statement<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  /** Until the transaction ends, no other transaction gets past its own `lock` of any of these names. */
  lock(sql: Sql, names: LockName[]): Promise<void>
  /** The sequence of the next event: higher than all that were committed before it is asked for. */
  nextSequence: RawBuilder<number>
  rateLimits: RateLimits
  /** Writes a copy of the committed state into a new file. */
  backup(path: string): Promise<void>
  close(): Promise<void>
}

/**
 * What an Idempotency-Key is used for; possession of one wallet; a member's counts, answers, requests and primary flag;
 * whether the bot is in a chat; the places of events; the choice of events to deliver, and of posts to edit; what a
 * request's posts say. Taken in this order. Migrations are alone in their transaction.
 */
export type LockName =
  | `idempotency-key:${string}`
  | `wallet:${string}`
  | `user:${string}`
  | `chat:${string}`
  | 'migrations'
  | 'events'
  | 'deliveries'
  | 'posts'
  | `request:${string}`
