import * as v from 'valibot'
import type { Transaction } from '../transaction.ts'

/** Messages that one member gets within this time because others collect, whoever they are: anybody can make an owner of anybody. */
const MAX_NOTIFICATIONS = 5
const WITHIN_MS = 24 * 60 * 60 * 1_000

const TimesSchema = v.pipe(v.string(), v.parseJson(), v.array(v.number()))

/**
 * Whether the member may be asked for a confirmation by one more message, which then counts. It counts with the member, so that
 * deleting what they were asked for makes no room. Their lock must be held.
 */
export async function countNotification(
  { sql, now }: Pick<Transaction, 'sql' | 'now'>,
  userId: string,
): Promise<boolean> {
  const row = await sql
    .selectFrom('users')
    .select('asked_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row) return false
  const times = row.asked_at === null ? [] : v.parse(TimesSchema, row.asked_at)
  // Nor does what a clock that ran far ahead has counted.
  const recent = times.filter((at) => Math.abs(now - at) < WITHIN_MS)
  if (recent.length >= MAX_NOTIFICATIONS) return false
  const asked_at = JSON.stringify([...recent, now])
  await sql.updateTable('users').set({ asked_at }).where('id', '=', userId).execute()
  return true
}
