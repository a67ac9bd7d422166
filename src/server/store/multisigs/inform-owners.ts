import { appendToldEvent } from '../events/events.ts'
import { toAccount } from '../linking/wallet-identity.ts'
import type { Unit } from '../write-unit.ts'
import { holdParty } from './collection-party.ts'

/**
 * Informs owners who signed that what this member started ends with the member's account. The event outlives the account,
 * so it names neither the member nor any owner. The member's lock must be held.
 */
export async function informOwners(unit: Unit, starterId: string): Promise<void> {
  const open = await unit.sql
    .selectFrom('collections')
    .innerJoin('multisigs', 'multisigs.id', 'collections.multisig_id')
    .select(['collections.code', 'collections.method', 'multisigs.family'])
    .select(['multisigs.network as account_network', 'multisigs.address as account_address'])
    .where('collections.starter_id', '=', starterId)
    .where('collections.state', '=', 'open')
    .orderBy('collections.created_at')
    .orderBy('collections.code')
    .execute()
  for (const { code, method, ...account } of open) {
    const party = await holdParty(unit, code)
    const multisig = toAccount(account)
    if (!party || !multisig) continue
    for (const userId of party.speakers)
      await appendToldEvent(unit, { type: 'cosigning.ended', userId, method, multisig })
  }
}
