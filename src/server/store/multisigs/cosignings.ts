import { statesBefore } from '#shared/attempt.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { findRow } from '../database/find-row.ts'
import {
  inTransaction,
  type SqlContext,
  type Transaction,
  lockMembers,
} from '../rows/transaction.ts'
import { closeCosigning } from '../rows/close-cosigning.ts'
import { lockParticipants, notifyMembers } from '../rows/cosigning-participants.ts'
import { isOpen, isOpenAt, unsealRows, type StoredCosigning } from '../rows/cosigning-rows.ts'
import { leaseDue } from '../rows/lease-due.ts'
import { addViewer, isViewerNew } from './viewers.ts'
import type { EpochMs } from '../database/stored.ts'

type CosigningLease = { until: EpochMs; limit: number }

export function createCosignings(context: SqlContext) {
  const { database, cipher } = context
  return {
    /** The member has opened its link, so they get reminders too, and it comes first in their list. */
    async noteViewer(code: string, userId: string, now: EpochMs): Promise<void> {
      // An open page polls this every few seconds, so known viewers cost only a read.
      if (!(await isViewerNew(database.read, { code, userId, part: 'opened' }))) return
      await inTransaction(context, now, (trx) => noteViewer(trx, code, userId))
    },

    async noteProblem(code: string, problem: ProblemCode | null): Promise<void> {
      await database.statement((sql) =>
        sql
          .updateTable('cosignings')
          .set({ problem })
          .where('code', '=', code)
          .where('state', '=', 'open')
          .execute(),
      )
    },

    /**
     * The starter cancels it, with its attempt. Notifies those who confirmed. False if it is not theirs or not open.
     */
    cancelCosigning: (code: string, userId: string, now: EpochMs) =>
      inTransaction(context, now, (trx) => cancelCosigning(trx, code, userId)),

    /** Leases open cosignings that may have confirmations elsewhere, the least recently checked first. */
    async leaseCosignings(lease: CosigningLease, now: EpochMs): Promise<StoredCosigning[]> {
      const rows = await inTransaction(context, now, (trx) =>
        leaseDue(trx, {
          ...lease,
          table: 'cosignings',
          key: 'code',
          at: 'free_at',
          among: isOpenAt(now),
          first: ['free_at', 'created_at'],
        }),
      )
      return unsealRows({ sql: database.read, cipher, now }, rows)
    },
  }
}

async function noteViewer(trx: Transaction, code: string, userId: string): Promise<void> {
  const seen = await findRow(trx.sql, 'cosignings', { code })
  if (!seen || seen.starter_id === userId) return
  await lockMembers(trx, [userId, seen.starter_id])
  const row = await findRow(trx.sql, 'cosignings', { code })
  const member = await findRow(trx.sql, 'users', { id: userId })
  if (row && member && isOpen(row, trx.now))
    await addViewer(trx.sql, { code, userId, part: 'opened' })
}

async function cancelCosigning(trx: Transaction, code: string, userId: string): Promise<boolean> {
  const participants = await lockParticipants(trx, code)
  const row = await findRow(trx.sql, 'cosignings', { code })
  if (!participants || row?.starter_id !== userId || !isOpen(row, trx.now)) return false
  if (row.attempt_id !== null) await cancelAttempt(trx, row.attempt_id)
  await closeCosigning(trx, code, 'cancelled')
  await notifyMembers(trx, participants.confirmers, { code, update: 'cancelled', from: userId })
  return true
}

async function cancelAttempt({ sql }: Transaction, id: string): Promise<void> {
  await sql
    .updateTable('attempts')
    .set({ state: 'cancelled' })
    .where('id', '=', id)
    .where('state', 'in', statesBefore('cancelled'))
    .execute()
}
