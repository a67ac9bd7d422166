import type { Sql } from '../database/sql-database.ts'
import type { EpochMs, Store } from '../store.ts'
import { writeUnit, type SqlContext, type Unit } from '../write-unit.ts'
import { close } from './close-collection.ts'
import { holdParty, tellNews, type Party } from './collection-party.ts'
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
  const party = await holdParty(unit, code)
  const row = await findRow(unit.sql, code)
  if (!party || row?.state !== 'open') return false
  if (row.expires_at <= unit.now) await expire(unit, code, party)
  else if (row.remind_at !== null && row.remind_at <= unit.now) await remind(unit, row, party)
  else return false
  return true
}

async function expire(
  unit: Unit,
  code: string,
  { starterId: from, speakers }: Party,
): Promise<void> {
  await close(unit, code, 'expired')
  await tellNews(unit, [from, ...speakers], { code, news: 'expired', from })
}

async function remind(
  unit: Unit,
  { code, created_at }: CollectionRow,
  { starterId: from, reminded }: Party,
): Promise<void> {
  await unit.sql
    .updateTable('collections')
    .set({ remind_at: nextReminderAt(created_at, unit.now) })
    .where('code', '=', code)
    .execute()
  await tellNews(unit, [from, ...reminded], { code, news: 'reminder', from })
}
