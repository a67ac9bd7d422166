import { appendToldEvent } from '../events/events.ts'
import type { Sql } from '../database/sql-database.ts'
import { lockMembers } from '../members/lock-members.ts'
import type { CollectionNews } from '../multisig-store.ts'
import type { Unit } from '../write-unit.ts'

/** Who has a part in a collection. */
export type Party = {
  starterId: string
  /** Who has spoken, without the starter. */
  speakers: readonly string[]
  /** Who has opened it, or is a known owner, and has not spoken; without the starter. */
  silent: readonly string[]
  /** Of those, who has opened it or was asked by a message. */
  reminded: readonly string[]
}

/**
 * From here to the end of the unit nobody changes the collection, and nobody who has a part in it goes: whatever does
 * either holds its starter. Undefined if there is none.
 */
export async function holdParty(
  unit: Pick<Unit, 'sql' | 'lock'>,
  code: string,
  others: readonly string[] = [],
): Promise<Party | undefined> {
  const held = new Set<string>()
  for (;;) {
    const party = await findParty(unit.sql, code)
    if (!party) return undefined
    const members = [...others, party.starterId, ...party.speakers, ...party.silent]
    const missing = members.filter((id) => !held.has(id))
    if (missing.length === 0) return party
    await lockMembers(unit, missing)
    for (const id of missing) held.add(id)
  }
}

async function findParty(sql: Sql, code: string): Promise<Party | undefined> {
  const row = await sql
    .selectFrom('collections')
    .select('starter_id')
    .where('code', '=', code)
    .executeTakeFirst()
  if (!row) return undefined
  const { starter_id: starterId } = row
  const words = await sql
    .selectFrom('words')
    .select('user_id')
    .where('collection_code', '=', code)
    .where('user_id', 'is not', null)
    .where('user_id', '!=', starterId)
    .execute()
  const viewers = await sql
    .selectFrom('collection_viewers')
    .select(['user_id', 'part'])
    .where('collection_code', '=', code)
    .where('user_id', '!=', starterId)
    .execute()
  const speakers = new Set(words.flatMap(({ user_id }) => user_id ?? []))
  const silent = viewers.filter(({ user_id }) => !speakers.has(user_id))
  const reminded = silent.filter(({ part }) => part !== 'listed')
  return {
    starterId,
    speakers: [...speakers],
    silent: silent.map(({ user_id }) => user_id),
    reminded: reminded.map(({ user_id }) => user_id),
  }
}

/** Lets members hear of a collection. It goes with whom it comes from, the starter as a rule. */
export async function tellNews(
  unit: Unit,
  members: readonly string[],
  { code, news, from }: { code: string; news: CollectionNews; from: string },
): Promise<void> {
  for (const userId of members) {
    const meta = userId === from ? {} : { otherUserId: from }
    await appendToldEvent(unit, { type: 'collection.news', userId, code, news }, meta)
  }
}
