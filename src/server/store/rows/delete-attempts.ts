import { type SelectQueryBuilder, sql, type Selectable } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { Transaction } from './transaction.ts'
import { presentState, type AttemptRow } from './attempt-rows.ts'
import { utcDay } from './utc-day.ts'

/**
 * Deletes attempts and counts them. It counts only the rows that this transaction deleted, so concurrent transactions
 * count nothing twice. Returns how many were deleted.
 */
export async function deleteAttempts(
  trx: Transaction,
  ids: SelectQueryBuilder<Schema, 'attempts', { id: string }>,
): Promise<number> {
  const deleted = await trx.sql
    .deleteFrom('attempts')
    .where('id', 'in', ids)
    .returningAll()
    .execute()
  await tallyDeleted(trx, deleted)
  return deleted.length
}

type TallyRow = Selectable<Schema['attempt_tallies']>

/** Adds attempts that are being deleted to the tallies. Unsettled ones have no outcome, so they are not counted. */
async function tallyDeleted(
  { sql: db, now }: Pick<Transaction, 'sql' | 'now'>,
  attempts: readonly AttemptRow[],
): Promise<void> {
  for (const row of tally(attempts, now)) {
    await db
      .insertInto('attempt_tallies')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'outcome', 'platform', 'wallet_app'])
          .doUpdateSet({ count: sql`attempt_tallies.count + ${row.count}` }),
      )
      .execute()
  }
}

/** Always in the same order, so that concurrent transactions do not deadlock. */
function tally(attempts: readonly AttemptRow[], now: number): TallyRow[] {
  const tallies = new Map<string, TallyRow>()
  for (const attempt of attempts) {
    const outcome = findOutcome(attempt, now)
    if (outcome === null) continue
    const kind = {
      day: utcDay(attempt.created_at),
      outcome,
      platform: attempt.client_platform ?? 'unknown',
      wallet_app: attempt.wallet_app ?? '',
    }
    const key = JSON.stringify(kind)
    tallies.set(key, { ...kind, count: (tallies.get(key)?.count ?? 0) + 1 })
  }
  return [...tallies].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}

/**
 * `linked`, `cancelled`, `expired`, or the code with which it failed; null while it is open, or for one owner's
 * confirmation, which links nothing.
 */
function findOutcome(attempt: AttemptRow, now: number): string | null {
  const state = presentState(attempt, now)
  switch (state) {
    case 'linked':
    case 'cancelled':
    case 'expired':
      return state
    case 'failed':
      return attempt.error_code
    default:
      return null
  }
}
