import { appendNotifiedEvent } from '../events/events.ts'
import { toAccount } from '../linking/wallet-identity.ts'
import type { Transaction } from '../transaction.ts'
import { lockParticipants } from './cosigning-participants.ts'

/**
 * Notifies owners who signed that this member's cosignings end because the account is deleted. The event outlives the
 * account, so it names neither the member nor any owner. The member's lock must be held.
 */
export async function notifyOwners(trx: Transaction, starterId: string): Promise<void> {
  const open = await trx.sql
    .selectFrom('cosignings')
    .innerJoin('multisigs', 'multisigs.id', 'cosignings.multisig_id')
    .select(['cosignings.code', 'cosignings.method', 'multisigs.family'])
    .select(['multisigs.network as account_network', 'multisigs.address as account_address'])
    .where('cosignings.starter_id', '=', starterId)
    .where('cosignings.state', '=', 'open')
    .orderBy('cosignings.created_at')
    .orderBy('cosignings.code')
    .execute()
  for (const { code, method, ...account } of open) {
    const participants = await lockParticipants(trx, code)
    const multisig = toAccount(account)
    if (!participants || !multisig) continue
    for (const userId of participants.confirmers)
      await appendNotifiedEvent(trx, { type: 'cosigning.ended', userId, method, multisig })
  }
}
