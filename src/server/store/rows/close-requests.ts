import type { Transaction } from './transaction.ts'
import { codesInParts, lockRequests, markPosts } from './mark-posts.ts'

/** Closes those that are not closed, and marks their posts for an update. */
export async function closeRequests(trx: Transaction, codes: readonly string[]): Promise<void> {
  await lockRequests(trx, codes)
  for (const part of codesInParts(codes)) {
    const closed = await trx.sql
      .updateTable('requests')
      .set({ closed_at: trx.now })
      .where('code', 'in', part)
      .where('closed_at', 'is', null)
      .returning('code')
      .execute()
    await markPosts(
      trx,
      closed.map(({ code }) => code),
    )
  }
}
