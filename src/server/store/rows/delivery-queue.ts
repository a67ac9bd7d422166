import { sql as raw, type ExpressionBuilder, type RawBuilder } from 'kysely'
import type { Flag, Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'

/**
 * Events about one member are delivered one after the other. The first undelivered one may be sent. The others are
 * marked as waiting behind it, so that a search for due events skips them. A transaction that writes, settles or
 * deletes an event must hold the locks of its members.
 */

/** A literal in the text of queries, because SQLite uses a partial index only if the text contains the value. */
export const IN_FRONT = raw.lit<Flag>(0)

type EventMembers = { user_id: string; other_user_id: string | null }

export function getMembers({ user_id, other_user_id }: EventMembers): string[] {
  return other_user_id === null ? [user_id] : [user_id, other_user_id]
}

/** 1 for a new event if an earlier event about these members is not delivered yet. */
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

/** Unblocks the first event of each member, unless it waits behind an event of another member. */
export async function releaseNext(sql: Sql, members: readonly string[]): Promise<void> {
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

/** Unblocks every event that has no event in front of it, in case a mark was not removed. */
export async function repairQueue(sql: Sql): Promise<void> {
  await sql
    .updateTable('events')
    .set({ waits_behind: 0 })
    .where('deliver_at', 'is not', null)
    .where('waits_behind', '=', 1)
    .where(isFirstOfItsMembers)
    .execute()
}

/** Each half uses an index of the waiting events. */
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
