import { sql } from 'kysely'
import type { AttemptState } from '#shared/attempt.ts'
import { toStoredAttempt, type StoredAttempt } from '../rows/attempt-rows.ts'
import type { Sql } from '../database/sql-database.ts'
import type { EpochMs } from '../database/stored.ts'
import type { SqlContext } from '../rows/transaction.ts'

/** An attempt that has ended. `lastState` is the last state before an attempt expired. */
export type EndedAttempt = StoredAttempt & { lastState: AttemptState }

/** A literal, not a bound value, because only then the index of such rows is used. */
const UNTAKEN = sql.lit<0>(0)

/** Without `expired`, because no row has that state. */
const SETTLED: AttemptState[] = ['linked', 'cosigned', 'failed', 'cancelled']

export function createOutcomes({ database, cipher }: SqlContext) {
  return {
    /**
     * Attempts that are settled or expired, marked as taken. Each is returned to exactly one caller, however and in
     * whichever process it ended.
     */
    async takeOutcomes(now: EpochMs, limit: number): Promise<EndedAttempt[]> {
      // Usually there is none, and a read costs less than a transaction.
      const due = await endedAttempts(database.read, now).limit(1).executeTakeFirst()
      if (!due) return []
      const rows = await database.write((trx) =>
        trx
          .updateTable('attempts')
          .set({ outcome_taken: 1 })
          .where('outcome_taken', '=', UNTAKEN)
          .where('id', 'in', endedAttempts(trx, now).limit(limit))
          .returningAll()
          .execute(),
      )
      return rows.map((row) =>
        Object.assign(toStoredAttempt(row, now, cipher), { lastState: row.state }),
      )
    },
  }
}

function endedAttempts(db: Sql, now: EpochMs) {
  return db
    .selectFrom('attempts')
    .select('id')
    .where('outcome_taken', '=', UNTAKEN)
    .where((query) => query.or([query('expires_at', '<=', now), query('state', 'in', SETTLED)]))
    .orderBy('expires_at')
}
