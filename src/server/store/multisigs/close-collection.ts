import type { CollectionNews } from '../multisig-store.ts'
import type { Unit } from '../write-unit.ts'
import { holdParty, tellNews } from './collection-party.ts'

/** What those who spoke hear of each end. */
const NEWS = {
  complete: 'completed',
  cancelled: 'cancelled',
} as const satisfies Record<string, CollectionNews>

/**
 * The attempt has its outcome, and its own collection ends with it. The member's lock must be held where others may
 * speak at the same time.
 */
export async function closeOfAttempt(
  unit: Unit,
  code: string | null,
  end: keyof typeof NEWS,
): Promise<void> {
  if (code === null) return
  const party = await holdParty(unit, code)
  if (!party || !(await close(unit, code, end))) return
  await tellNews(unit, party.speakers, { code, news: NEWS[end], from: party.starterId })
}

/** False if it was not open. */
export async function close(
  { sql }: Pick<Unit, 'sql'>,
  code: string,
  state: 'complete' | 'cancelled' | 'expired',
): Promise<boolean> {
  const closed = await sql
    .updateTable('collections')
    .set({ state, problem: null, remind_at: null })
    .where('code', '=', code)
    .where('state', '=', 'open')
    .returning('code')
    .executeTakeFirst()
  return closed !== undefined
}
