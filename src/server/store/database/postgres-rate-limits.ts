import { sql } from 'kysely'
import { findRow } from './find-row.ts'
import {
  cellRate,
  presentDue,
  waitMs,
  type AdjustableRateLimits,
  type Rate,
} from './rate-limits.ts'
import type { Sql } from './sql-database.ts'
import type { EpochMs } from './stored.ts'

/** Counts for all processes, each request in one statement. */
export function createPostgresRateLimits(db: Sql): AdjustableRateLimits {
  return {
    async consume(subject, rate, now) {
      if (await take(db, { subject, rate, now })) return { taken: true }
      const known = await findDue(db, subject)
      const due = presentDue(known ?? now, rate, now)
      if (known !== undefined && due < known) await bringBack(db, subject, due)
      return { taken: false, retryAfterMs: waitMs(due, rate, now) }
    },
    async retryAfter(subject, rate, now) {
      const due = presentDue((await findDue(db, subject)) ?? now, rate, now)
      return due <= now + cellRate(rate).slackMs ? 0 : waitMs(due, rate, now)
    },
    setBack: () => undefined,
  }
}

async function findDue(db: Sql, subject: string): Promise<EpochMs | undefined> {
  return (await findRow(db, 'rate_limits', { subject }))?.due_at
}

/** Stores the capped time, because otherwise the wait would restart with each request. */
async function bringBack(db: Sql, subject: string, due: EpochMs): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set({ due_at: due })
    .where('subject', '=', subject)
    .where('due_at', '>', due)
    .execute()
}

/** Does the work of `presentDue` and the map in memory in one statement on one row. */
async function take(
  db: Sql,
  { subject, rate, now }: { subject: string; rate: Rate; now: EpochMs },
): Promise<boolean> {
  const { intervalMs, windowMs, slackMs, furthestMs } = cellRate(rate)
  const due = sql<number>`case when rate_limits.due_at > ${now + furthestMs} then ${now + windowMs}
    else greatest(rate_limits.due_at, ${now}) end`
  const taken = await db
    .insertInto('rate_limits')
    .values({ subject, due_at: now + intervalMs })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet({ due_at: sql`${due} + ${intervalMs}` })
        .where(due, '<=', now + slackMs),
    )
    .returning('subject')
    .executeTakeFirst()
  return taken !== undefined
}
