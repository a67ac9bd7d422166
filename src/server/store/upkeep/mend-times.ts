import type { Sql, SqlDatabase } from '../database/sql-database.ts'
import type { EpochMs } from '../store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How far the clocks of our processes may differ, in milliseconds. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS
/** Above the longest pause between two tries of a receipt, in milliseconds. */
const RECEIPT_AHEAD_MS = 2 * HOUR_MS
/** Above the longest pause between two tries of a delivery, in milliseconds. */
const DELIVERY_AHEAD_MS = 28 * HOUR_MS

/**
 * A clock that ran ahead and was set back leaves events to be told in a future that is too far: they
 * are due now. Without it they would wait for as long as the clock was wrong.
 */
export async function mendTimes(database: SqlDatabase, now: EpochMs): Promise<void> {
  await database.write(async (sql) => {
    await mend(sql, 'tell_at', { now, aheadMs: RECEIPT_AHEAD_MS })
    await mend(sql, 'deliver_at', { now, aheadMs: DELIVERY_AHEAD_MS })
  })
}

async function mend(
  sql: Sql,
  column: 'tell_at' | 'deliver_at',
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
