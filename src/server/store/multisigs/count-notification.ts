import * as v from 'valibot'
import { findRow } from '../database/find-row.ts'
import type { Transaction } from '../rows/transaction.ts'

/**
 * Most messages that one member gets within `WITHIN_MS` about cosignings of others. There is a limit because anyone can
 * make anyone an owner.
 */
const MAX_NOTIFICATIONS = 5
const WITHIN_MS = 24 * 60 * 60 * 1_000

const TimesSchema = v.pipe(v.string(), v.parseJson(), v.array(v.number()))

/**
 * Whether the member may get one more message that requests a confirmation; if so, counts it. The count is stored with
 * the member, so deleting a cosigning does not reduce it. The member's lock must be held.
 */
export async function countNotification(
  { sql, now }: Pick<Transaction, 'sql' | 'now'>,
  userId: string,
): Promise<boolean> {
  const row = await findRow(sql, 'users', { id: userId })
  if (!row) return false
  const times = row.asked_at === null ? [] : v.parse(TimesSchema, row.asked_at)
  // This also ignores times in the far future, which a fast clock has written.
  const recent = times.filter((at) => Math.abs(now - at) < WITHIN_MS)
  if (recent.length >= MAX_NOTIFICATIONS) return false
  const asked_at = JSON.stringify([...recent, now])
  await sql.updateTable('users').set({ asked_at }).where('id', '=', userId).execute()
  return true
}
