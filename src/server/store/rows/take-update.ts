import type { Transaction } from './transaction.ts'

/** True for exactly one caller per Telegram update_id. */
export async function takeUpdate(
  { sql, now }: Pick<Transaction, 'sql' | 'now'>,
  updateId: number,
): Promise<boolean> {
  const taken = await sql
    .insertInto('updates')
    .values({ update_id: updateId, claimed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('update_id')
    .executeTakeFirst()
  return taken !== undefined
}
