import type { Sql } from '../database/sql-database.ts'
import type { EpochMs, Store } from '../store.ts'
import { writeUnit, type SqlContext, type Unit } from '../write-unit.ts'
import { close } from './close-collection.ts'
import { holdParty, tellNews } from './collection-party.ts'
import { findRow, openCollections, type CollectionRow } from './collection-rows.ts'

const HOUR_MS = 60 * 60 * 1_000
/** When there are reminders, in milliseconds after the start. */
const REMINDERS_MS = [24 * HOUR_MS, 48 * HOUR_MS]

export function createTendCollections(context: SqlContext): Pick<Store, 'tendCollections'> {
  return {
    async tendCollections(limit, now) {
      const codes = await findDue(context.database.read, limit, now)
      const tended = await Promise.all(
        codes.map((code) => writeUnit(context, now, (unit) => tend(unit, code))),
      )
      return tended.filter(Boolean).length
    },
  }
}

export function firstReminderAt(start: EpochMs): EpochMs | null {
  return nextReminderAt(start, start)
}

/** Those that were missed are not made up for. */
function nextReminderAt(start: EpochMs, now: EpochMs): EpochMs | null {
  return REMINDERS_MS.map((afterMs) => start + afterMs).find((at) => at > now) ?? null
}

async function findDue(sql: Sql, limit: number, now: EpochMs): Promise<string[]> {
  const over = await sql
    .selectFrom('collections')
    .select('code')
    .where('state', '=', 'open')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
  const reminded = await openCollections(sql, now)
    .select('code')
    .where('remind_at', '<=', now)
    .orderBy('remind_at')
    .limit(limit)
    .execute()
  return [...over, ...reminded].slice(0, limit).map(({ code }) => code)
}

/** False where another process was first. */
async function tend(unit: Unit, code: string): Promise<boolean> {
  await holdParty(unit, code)
  const row = await findRow(unit.sql, code)
  if (row?.state !== 'open') return false
  if (row.expires_at <= unit.now) return expire(unit, row)
  return row.remind_at !== null && row.remind_at <= unit.now && remind(unit, row)
}

async function expire(unit: Unit, { code }: CollectionRow): Promise<boolean> {
  const party = await holdParty(unit, code)
  if (!party) return false
  const { starterId: from } = party
  await close(unit, code, 'expired')
  await tellNews(unit, [from, ...party.speakers], { code, news: 'expired', from })
  return true
}

async function remind(unit: Unit, { code, created_at }: CollectionRow): Promise<boolean> {
  const party = await holdParty(unit, code)
  if (!party) return false
  const { starterId: from } = party
  await unit.sql
    .updateTable('collections')
    .set({ remind_at: nextReminderAt(created_at, unit.now) })
    .where('code', '=', code)
    .execute()
  await tellNews(unit, [from, ...party.silent], { code, news: 'reminder', from })
  return true
}
