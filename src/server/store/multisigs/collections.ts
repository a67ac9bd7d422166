import { statesBefore } from '#shared/attempt.ts'
import type { Sql } from '../database/sql-database.ts'
import type { MultisigStore } from '../multisig-store.ts'
import type { Store } from '../store.ts'
import { writeUnit, type SqlContext, type Unit } from '../write-unit.ts'
import { close } from './close-collection.ts'
import { lockMembers } from '../members/lock-members.ts'
import { holdParty, tellNews } from './collection-party.ts'
import {
  findRow,
  isOpen,
  openCollections,
  openRows,
  type CollectionRow,
} from './collection-rows.ts'
import { addViewer, isViewerNew } from './viewers.ts'

type Lease = Parameters<MultisigStore['leaseCollections']>[0]

type CollectionCall = 'noteViewer' | 'noteProblem' | 'cancelCollection' | 'leaseCollections'

export function createCollections(context: SqlContext): Pick<Store, CollectionCall> {
  const { database, cipher } = context
  return {
    async noteViewer(code, userId, now) {
      // Whoever has it open asks for it every few seconds.
      if (!(await isViewerNew(database.read, { code, userId, part: 'opened' }))) return
      await writeUnit(context, now, (unit) => noteViewer(unit, code, userId))
    },

    async noteProblem(code, problem) {
      await database.statement((sql) =>
        sql
          .updateTable('collections')
          .set({ problem })
          .where('code', '=', code)
          .where('state', '=', 'open')
          .execute(),
      )
    },

    cancelCollection: (code, userId, now) =>
      writeUnit(context, now, (unit) => cancelCollection(unit, code, userId)),

    async leaseCollections(lease, now) {
      const rows = await writeUnit(context, now, (unit) => leaseRows(unit, lease))
      return openRows({ sql: database.read, cipher, now }, rows)
    },
  }
}

async function noteViewer(unit: Unit, code: string, userId: string): Promise<void> {
  const seen = await findRow(unit.sql, code)
  if (!seen || seen.starter_id === userId) return
  await lockMembers(unit, [userId, seen.starter_id])
  const row = await findRow(unit.sql, code)
  const isMember = await hasUser(unit.sql, userId)
  if (row && isMember && isOpen(row, unit.now))
    await addViewer(unit.sql, { code, userId, part: 'opened' })
}

async function hasUser(sql: Sql, id: string): Promise<boolean> {
  const row = await sql.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

async function cancelCollection(unit: Unit, code: string, userId: string): Promise<boolean> {
  const party = await holdParty(unit, code)
  const row = await findRow(unit.sql, code)
  if (!party || row?.starter_id !== userId || !isOpen(row, unit.now)) return false
  if (row.attempt_id !== null) await cancelAttempt(unit.sql, row.attempt_id)
  await close(unit, code, 'cancelled')
  await tellNews(unit, party.speakers, { code, news: 'cancelled', from: userId })
  return true
}

async function cancelAttempt(sql: Sql, id: string): Promise<void> {
  await sql
    .updateTable('attempts')
    .set({ state: 'cancelled' })
    .where('id', '=', id)
    .where('state', 'in', statesBefore('cancelled'))
    .execute()
}

/** Open ones, least recently asked first; leasers on Postgres may choose alike, and the second finds them taken. */
function leaseRows({ sql, now }: Unit, { until, limit }: Lease): Promise<CollectionRow[]> {
  return sql
    .updateTable('collections')
    .set({ free_at: until })
    .where('free_at', '<=', now)
    .where('code', 'in', () =>
      openCollections(sql, now)
        .select('code')
        .where('free_at', '<=', now)
        .orderBy('free_at')
        .orderBy('created_at')
        .limit(limit),
    )
    .returningAll()
    .execute()
}
