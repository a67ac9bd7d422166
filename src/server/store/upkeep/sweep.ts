import { sql as raw } from 'kysely'
import { repairQueue } from '../rows/delivery-queue.ts'
import { MAX_POSITIONED, assignPositions } from '../events/host-events.ts'
import { UNDO_MS } from '../linking/unlinked-wallets.ts'
import { deleteIdleUser } from '../members/delete-user.ts'
import { deleteAttempts } from '../rows/delete-attempts.ts'
import { fixTimes } from './fix-times.ts'
import type { Sql, SqlDatabase } from '../database/sql-database.ts'
import { SealedFieldError } from '../database/field-cipher.ts'
import { deleteUnneeded } from '../rows/multisig-rows.ts'
import { utcDay } from '../rows/utc-day.ts'
import type { EpochMs } from '../database/stored.ts'
import { inTransaction, type SqlContext } from '../rows/transaction.ts'

/** How long data is stored, in milliseconds. */
export type Retention = {
  /** Settled and expired attempts. Also applies to ended sessions and seen updates. */
  attemptsMs: number
  /** Events that were delivered, or that need no delivery. */
  eventsMs: number
  /** Members who have no wallet linked, since they were last seen. */
  idleMembersMs: number
}

/** Most rows that one transaction deletes. The number is limited because other transactions wait for it. */
const MAX_ROWS = 1_000
/** Members that are deleted in one batch. */
const MAX_MEMBERS = 100
/** How long the reply to an Idempotency-Key is stored, in milliseconds. */
const REPLY_RETENTION_MS = 24 * 60 * 60 * 1_000
/** How long what admins did stays in the log of the admin view, in milliseconds. */
const ACTION_RETENTION_MS = 365 * 24 * 60 * 60 * 1_000
/** How long deleted attempts stay counted, in milliseconds: much longer than the admin view shows. */
const TALLY_RETENTION_MS = 92 * 24 * 60 * 60 * 1_000

export function createSweep(context: SqlContext) {
  return {
    /**
     * Deletes expired sessions, attempts (counted first), update ids, consents and Idempotency-Keys; events that are no
     * longer needed; and idle members without a wallet. The newest event stays, so that no sequence is used twice.
     */
    async sweep(retention: Retention, now: EpochMs): Promise<void> {
      await sweepIdleMembers(context, now - retention.idleMembersMs, now)
      await sweepAttempts(context, now - retention.attemptsMs, now)
      await sweepCosignings(context.database, now - retention.attemptsMs)
      await sweepMultisigs(context.database, now - retention.eventsMs)
      while ((await assignPositions(context.database)) === MAX_POSITIONED);
      await sweepEvents(context, now - retention.eventsMs)
      await sweepSmallTables(context, retention, now)
      await fixTimes(context.database, now)
      await context.database.write(repairQueue)
    },
  }
}

/**
 * One member after another: together they would take every connection, and others wait for one only so long. Who cannot be
 * unsealed stays: what others' proofs have of them is found by their Telegram id.
 */
async function sweepIdleMembers(context: SqlContext, before: EpochMs, now: EpochMs): Promise<void> {
  let last = ''
  for (;;) {
    const idle = await findIdleMembers(context.database.read, { before, last })
    for (const id of idle) await sweepIdleMember(context, { id, before, now })
    if (idle.length < MAX_MEMBERS) return
    last = idle.at(-1) ?? last
  }
}

async function sweepIdleMember(
  context: SqlContext,
  { id, before, now }: { id: string; before: EpochMs; now: EpochMs },
): Promise<void> {
  try {
    await inTransaction(context, now, (trx) => deleteIdleUser(trx, id, before))
  } catch (error) {
    if (!(error instanceof SealedFieldError)) throw error
  }
}

/** In the order of their ids, after the last one. */
async function findIdleMembers(
  sql: Sql,
  { before, last }: { before: EpochMs; last: string },
): Promise<string[]> {
  const rows = await sql
    .selectFrom('users')
    .select('id')
    .where('last_seen_at', '<', before)
    .where('id', '>', last)
    .where((query) => {
      const wallets = query
        .selectFrom('wallets')
        .select('wallets.id')
        .whereRef('wallets.user_id', '=', 'users.id')
      return query.not(query.exists(wallets))
    })
    .where('id', 'not in', (query) => query.selectFrom('admins').select('user_id'))
    .orderBy('id')
    .limit(MAX_MEMBERS)
    .execute()
  return rows.map(({ id }) => id)
}

/** Consents, tickets and the sessions of one attempt are deleted with their attempts. */
function sweepAttempts(context: SqlContext, before: EpochMs, now: EpochMs): Promise<void> {
  return inBatches(() =>
    inTransaction(context, now, (trx) =>
      deleteAttempts(
        trx,
        trx.sql
          .selectFrom('attempts')
          .select('id')
          .where('expires_at', '<', before)
          .limit(MAX_ROWS),
      ),
    ),
  )
}

/**
 * Confirmations are deleted with their cosignings. Cosignings that a wallet rests on stay, so that those who confirmed
 * can be notified when the link no longer holds.
 */
function sweepCosignings(database: SqlDatabase, before: EpochMs): Promise<void> {
  return inBatches(async () => {
    const deleted = await database.write((sql) =>
      sql
        .deleteFrom('cosignings')
        .where('code', 'in', endedCosignings(sql, before).limit(MAX_ROWS))
        .returning('code')
        .execute(),
    )
    return deleted.length
  })
}

function endedCosignings(sql: Sql, before: EpochMs) {
  return sql
    .selectFrom('cosignings')
    .select('code')
    .where('expires_at', '<', before)
    .where((query) => {
      const wallets = query
        .selectFrom('wallets')
        .select('wallets.id')
        .whereRef('wallets.cosigning_code', '=', 'cosignings.code')
      return query.not(query.exists(wallets))
    })
}

/** Needed multisigs are read again every hour, so one that was not read for long is not used. */
function sweepMultisigs(database: SqlDatabase, before: EpochMs): Promise<void> {
  return inBatches(() =>
    database.write((sql) =>
      deleteUnneeded(sql, (query) => query.where('checked_at', '<', before).limit(MAX_ROWS)),
    ),
  )
}

function sweepEvents({ database, delivers }: SqlContext, before: EpochMs): Promise<void> {
  return inBatches(async () => {
    const deleted = await database.write((sql) =>
      sql
        .deleteFrom('events')
        .where('sequence', 'in', finishedEvents(sql, { before, delivers }).limit(MAX_ROWS))
        // Checked again on the current row, because a redelivery may have started meanwhile.
        .$if(delivers, (query) => query.where('deliver_at', 'is', null))
        .returning('sequence')
        .execute(),
    )
    return deleted.length
  })
}

/** Without a webhook nothing is delivered, including events that were queued when there was one. */
function finishedEvents(sql: Sql, { before, delivers }: { before: EpochMs; delivers: boolean }) {
  return sql
    .selectFrom('events')
    .select('sequence')
    .where('created_at', '<', before)
    .$if(delivers, (query) => query.where('deliver_at', 'is', null))
    .where('notify_at', 'is', null)
    .where('position', 'is not', null)
    .where('sequence', '<', (query) =>
      query
        .selectFrom('events as newest')
        .select(({ fn }) => fn.max('newest.sequence').as('sequence')),
    )
}

async function sweepSmallTables(
  { database }: SqlContext,
  { attemptsMs, eventsMs }: Retention,
  now: EpochMs,
): Promise<void> {
  const over = [
    ['sessions', 'expires_at', now - attemptsMs],
    ['updates', 'claimed_at', now - attemptsMs],
    ['starts', 'expires_at', now],
    ['attempt_tallies', 'day', utcDay(now - TALLY_RETENTION_MS)],
    ['unlinked_wallets', 'unlinked_at', now - UNDO_MS + 1],
    ['export_links', 'expires_at', now],
    ['admin_links', 'expires_at', now],
    ['admin_actions', 'done_at', now - ACTION_RETENTION_MS],
    ['tickets', 'expires_at', now],
    ['rate_limits', 'due_at', now],
    ['idempotent_replies', 'claimed_at', now - REPLY_RETENTION_MS],
  ] as const
  await database.write(async (sql) => {
    await sweepRequests(sql, now - eventsMs)
    await sweepCards(sql, { before: now - eventsMs, now })
    // Who is in by one stays listed, until its member or its chat goes.
    await sql
      .deleteFrom('joins')
      .where('state', '!=', 'approved')
      .where('asked_at', '<', now - eventsMs)
      .execute()
    for (const [table, column, before] of over)
      await raw`delete from ${raw.table(table)} where ${raw.ref(column)} < ${before}`.execute(sql)
  })
}

/** Answers and posts are deleted with their requests. */
async function sweepRequests(sql: Sql, before: EpochMs): Promise<void> {
  await sql.deleteFrom('requests').where('expires_at', '<', before).execute()
  await sql
    .deleteFrom('chats')
    .where('left_at', '<', before)
    .where((query) =>
      query.not(
        query.exists(
          query
            .selectFrom('requests')
            .select('requests.code')
            .whereRef('requests.chat_id', '=', 'chats.id'),
        ),
      ),
    )
    .execute()
}

/**
 * The time of unlinking is not stored, so the card of an unlinked wallet counts as revoked from the sweep that finds
 * it.
 */
async function sweepCards(
  sql: Sql,
  { before, now }: { before: EpochMs; now: EpochMs },
): Promise<void> {
  await sql.deleteFrom('cards').where('revoked_at', '<', before).execute()
  await sql
    .updateTable('cards')
    .set({ revoked_at: now })
    .where('wallet_id', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
}

async function inBatches(deleteSome: () => Promise<number>): Promise<void> {
  while ((await deleteSome()) === MAX_ROWS);
}
