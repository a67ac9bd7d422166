import type { Unit } from '../write-unit.ts'
import { lockRequests, markPosts } from './mark-posts.ts'

/** Closes those that are not closed, and lets their messages say so. */
export async function closeRequests(unit: Unit, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return
  await lockRequests(unit, codes)
  const closed = await unit.sql
    .updateTable('requests')
    .set({ closed_at: unit.now })
    .where('code', 'in', codes)
    .where('closed_at', 'is', null)
    .returning('code')
    .execute()
  await markPosts(
    unit,
    closed.map(({ code }) => code),
  )
}
