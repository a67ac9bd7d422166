import type { Sql, SqlDatabase } from '../database/sql-database.ts'
import type { EpochMs } from '../database/stored.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How far the clocks of our processes may differ, in milliseconds. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS
/** Above the longest pause between two tries of a receipt, in milliseconds. */
const RECEIPT_AHEAD_MS = 2 * HOUR_MS
/** Above the longest pause between two tries of a delivery, in milliseconds. */
const DELIVERY_AHEAD_MS = 28 * HOUR_MS
/** Above the longest pause between two tries of a message about a request, in milliseconds. */
const POST_AHEAD_MS = 2 * HOUR_MS

/** Above the longest lease of a multisig or a cosigning, in milliseconds. */
const LEASE_AHEAD_MS = 2 * HOUR_MS
/** A reading of a multisig with this age is due again, in milliseconds. */
const READING_AGE_MS = 2 * HOUR_MS

/**
 * Repairs due times after a clock that ran ahead was set back. Receipts, deliveries and posts that are due too far in
 * the future become due now. Otherwise they would wait for as long as the clock was wrong.
 */
export async function fixTimes(database: SqlDatabase, now: EpochMs): Promise<void> {
  await database.write(async (sql) => {
    await fix(sql, 'notify_at', { now, aheadMs: RECEIPT_AHEAD_MS })
    await fix(sql, 'deliver_at', { now, aheadMs: DELIVERY_AHEAD_MS })
    await fixPosts(sql, now)
    await fixReadings(sql, now)
  })
}

/** Readings with a time from such a clock would otherwise prevent new readings from being stored. */
async function fixReadings(sql: Sql, now: EpochMs): Promise<void> {
  await sql
    .updateTable('multisigs')
    .set({ checked_at: now - READING_AGE_MS })
    .where('checked_at', '>', now + CLOCK_SKEW_MS)
    .execute()
  await sql
    .updateTable('multisigs')
    .set({ missing_since: null })
    .where('missing_since', '>', now + CLOCK_SKEW_MS)
    .execute()
  for (const table of ['multisigs', 'cosignings'] as const) {
    await sql
      .updateTable(table)
      .set({ free_at: now })
      .where('free_at', '>', now + LEASE_AHEAD_MS)
      .execute()
  }
}

/** A message that was written under such a clock may be wrong, for example about the end of a request. */
async function fixPosts(sql: Sql, now: EpochMs): Promise<void> {
  const fixed = { is_stale: 1, edit_at: now, free_at: now } as const
  await sql
    .updateTable('request_posts')
    .set(fixed)
    .where('edit_at', '>', now + POST_AHEAD_MS)
    .where('is_stale', '=', 1)
    .execute()
  await sql
    .updateTable('request_posts')
    .set({ ...fixed, shown_at: now })
    .where('shown_at', '>', now + CLOCK_SKEW_MS)
    .where('is_dropped', '=', 0)
    .execute()
}

async function fix(
  sql: Sql,
  column: 'notify_at' | 'deliver_at',
  { now, aheadMs }: { now: EpochMs; aheadMs: number },
): Promise<void> {
  await sql
    .updateTable('events')
    .set({ [column]: now })
    .where(column, '>', now)
    .where((query) =>
      query.or([query(column, '>', now + aheadMs), query('created_at', '>', now + CLOCK_SKEW_MS)]),
    )
    .execute()
}
