import { sql as raw, type ExpressionBuilder, type RawBuilder } from 'kysely'
import type { Flag, Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'

/**
 * Events about one member are delivered one after the other. The first that still has to arrive may go; those
 * behind it are marked, so that whoever looks for work never looks at them. Whoever writes, settles or deletes
 * an event holds the locks of its members.
 */

/** Written into the text of queries: SQLite uses a partial index only where it sees the value. */
export const IN_FRONT = raw.lit<Flag>(0)

type EventMembers = { user_id: string; other_user_id: string | null }

export function getMembers({ user_id, other_user_id }: EventMembers): string[] {
  return other_user_id === null ? [user_id] : [user_id, other_user_id]
}

/** 1 for a new event about these members if one still has to arrive. */
export function waitsBehind(
  userId: RawBuilder<unknown>,
  otherUserId: RawBuilder<unknown>,
): RawBuilder<Flag> {
  return raw`case when exists (
      select 1 from events where deliver_at is not null and user_id in (${userId}, ${otherUserId})
    ) or exists (
      select 1 from events where deliver_at is not null and other_user_id in (${userId}, ${otherUserId})
    ) then 1 else 0 end`
}

/** Lets the first event of each member go, unless it waits for another member. */
export async function letNextGo(sql: Sql, members: readonly string[]): Promise<void> {
  const firsts = members.flatMap((member) => [
    raw`(select min(sequence) from events where deliver_at is not null and user_id = ${member})`,
    raw`(select min(sequence) from events where deliver_at is not null and other_user_id = ${member})`,
  ])
  await sql
    .updateTable('events')
    .set({ waits_behind: 0 })
    .where(raw<boolean>`sequence in (${raw.join(firsts)})`)
    .where('waits_behind', '=', 1)
    .where(isFirstOfItsMembers)
    .execute()
}

/** Lets every event go that nothing is in front of, whoever it was that did not say so. */
export async function repairQueue(sql: Sql): Promise<void> {
  await sql
    .updateTable('events')
    .set({ waits_behind: 0 })
    .where('deliver_at', 'is not', null)
    .where('waits_behind', '=', 1)
    .where(isFirstOfItsMembers)
    .execute()
}

/** Each half finds its rows through an index of what waits. */
function isFirstOfItsMembers(query: ExpressionBuilder<Schema, 'events'>) {
  const earlier = query
    .selectFrom('events as earlier')
    .select('earlier.sequence')
    .where('earlier.deliver_at', 'is not', null)
    .whereRef('earlier.sequence', '<', 'events.sequence')
  const members = [query.ref('events.user_id'), query.ref('events.other_user_id')]
  return query.and([
    query.not(query.exists(earlier.where('earlier.user_id', 'in', members))),
    query.not(query.exists(earlier.where('earlier.other_user_id', 'in', members))),
  ])
}
