import { findRow } from '../database/find-row.ts'
import type { Sql } from '../database/sql-database.ts'
import type { EpochMs } from '../database/stored.ts'
import { inTransaction, type SqlContext, type Transaction } from '../rows/transaction.ts'
import { closeCosigning } from '../rows/close-cosigning.ts'
import {
  lockParticipants,
  notifyMembers,
  type Participants,
} from '../rows/cosigning-participants.ts'
import { openCosignings, type CosigningRow } from '../rows/cosigning-rows.ts'

const HOUR_MS = 60 * 60 * 1_000
/** Times of the reminders, in milliseconds after the start. */
const REMINDERS_MS = [24 * HOUR_MS, 48 * HOUR_MS]

export function createCloseDueCosignings(context: SqlContext) {
  return {
    /** Closes expired cosignings and sends due reminders, with updates. Returns how many cosignings it handled. */
    async closeDueCosignings(limit: number, now: EpochMs): Promise<number> {
      const codes = await findDue(context.database.read, limit, now)
      const closed = await Promise.all(
        codes.map((code) => inTransaction(context, now, (trx) => closeIfDue(trx, code))),
      )
      return closed.filter(Boolean).length
    },
  }
}

export function firstReminderAt(start: EpochMs): EpochMs | null {
  return nextReminderAt(start, start)
}

/** Missed reminders are not sent later. */
function nextReminderAt(start: EpochMs, now: EpochMs): EpochMs | null {
  return REMINDERS_MS.map((afterMs) => start + afterMs).find((at) => at > now) ?? null
}

async function findDue(sql: Sql, limit: number, now: EpochMs): Promise<string[]> {
  const over = await sql
    .selectFrom('cosignings')
    .select('code')
    .where('state', '=', 'open')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
  const reminded = await openCosignings(sql, now)
    .select('code')
    .where('remind_at', '<=', now)
    .orderBy('remind_at')
    .limit(limit)
    .execute()
  return [...over, ...reminded].slice(0, limit).map(({ code }) => code)
}

/** Returns false if another process was first. */
async function closeIfDue(trx: Transaction, code: string): Promise<boolean> {
  const participants = await lockParticipants(trx, code)
  const row = await findRow(trx.sql, 'cosignings', { code })
  if (!participants || row?.state !== 'open') return false
  if (row.expires_at <= trx.now) await expire(trx, code, participants)
  else if (row.remind_at !== null && row.remind_at <= trx.now) await remind(trx, row, participants)
  else return false
  return true
}

async function expire(
  trx: Transaction,
  code: string,
  { starterId: from, confirmers }: Participants,
): Promise<void> {
  await closeCosigning(trx, code, 'expired')
  await notifyMembers(trx, [from, ...confirmers], { code, update: 'expired', from })
}

async function remind(
  trx: Transaction,
  { code, created_at }: CosigningRow,
  { starterId: from, reminded }: Participants,
): Promise<void> {
  await trx.sql
    .updateTable('cosignings')
    .set({ remind_at: nextReminderAt(created_at, trx.now) })
    .where('code', '=', code)
    .execute()
  await notifyMembers(trx, [from, ...reminded], { code, update: 'reminder', from })
}
