import type { Unit } from '../write-unit.ts'
import { codesInParts, lockRequests, markPosts } from './mark-posts.ts'

/** Closes those that are not closed, and lets their messages say so. */
export async function closeRequests(unit: Unit, codes: readonly string[]): Promise<void> {
  await lockRequests(unit, codes)
  for (const part of codesInParts(codes)) {
    const closed = await unit.sql
      .updateTable('requests')
      .set({ closed_at: unit.now })
      .where('code', 'in', part)
      .where('closed_at', 'is', null)
      .returning('code')
      .execute()
    await markPosts(
      unit,
      closed.map(({ code }) => code),
    )
  }
}
