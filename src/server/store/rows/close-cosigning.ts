import type { CosigningUpdate } from '../database/stored-event.ts'
import type { Transaction } from './transaction.ts'
import { lockParticipants, notifyMembers } from './cosigning-participants.ts'

/** The update for those who confirmed, by the end of the cosigning. */
const UPDATES = {
  complete: 'completed',
  cancelled: 'cancelled',
} as const satisfies Record<string, CosigningUpdate>

/**
 * Ends an attempt's cosigning with the attempt. The member's lock must be held if others may confirm at the same time.
 */
export async function closeByAttempt(
  trx: Transaction,
  code: string,
  end: keyof typeof UPDATES,
): Promise<void> {
  const participants = await lockParticipants(trx, code)
  if (!participants || !(await closeCosigning(trx, code, end))) return
  await notifyMembers(trx, participants.confirmers, {
    code,
    update: UPDATES[end],
    from: participants.starterId,
  })
}

/** Returns false if it was not open. */
export async function closeCosigning(
  { sql }: Pick<Transaction, 'sql'>,
  code: string,
  state: 'complete' | 'cancelled' | 'expired',
): Promise<boolean> {
  const closed = await sql
    .updateTable('cosignings')
    .set({ state, problem: null, remind_at: null })
    .where('code', '=', code)
    .where('state', '=', 'open')
    .returning('code')
    .executeTakeFirst()
  return closed !== undefined
}
