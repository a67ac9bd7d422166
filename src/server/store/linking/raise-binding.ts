import type { Evidence } from '#proof/document.ts'
import type { ProvenTonWallet } from '#shared/proven-wallet.ts'
import { appendEvent } from '../rows/events.ts'
import {
  unsealWallet,
  writeProof,
  type WalletRow,
  NO_EVIDENCE,
  walletIdentity,
  walletLock,
} from '../rows/wallet-rows.ts'
import { rejectConsents } from '../rows/consent-rows.ts'
import { inTransaction, type SqlContext, type Transaction } from '../rows/transaction.ts'
import type { EpochMs, StoredWallet } from '../database/stored.ts'

type Raise = {
  attemptId: string
  userId: string
  proven: ProvenTonWallet
  proof: Evidence
  now: EpochMs
}

export function createRaiseBinding(context: SqlContext) {
  return {
    /**
     * Raises the binding of the wallet that this attempt linked to `text`, with an event
     * `wallet.linked`. Undefined if that wallet is no longer the member's. Repeating the call is harmless.
     */
    raiseBinding: (raise: Raise): Promise<StoredWallet | undefined> =>
      inTransaction(context, raise.now, async (trx) => {
        const { userId, proven } = raise
        const identity = walletIdentity(proven)
        await trx.lock(walletLock(identity), `user:${userId}`)
        const linked = await findLinked(trx, raise)
        if (!linked) return undefined
        await rejectConsents(trx, identity, 'proven')
        if (linked.binding === 'text') return unsealWallet(trx, linked)
        const raised = await writeProof(trx, linked, { ...raise, ...NO_EVIDENCE })
        const wallet = await unsealWallet(trx, raised)
        await appendEvent(trx, { type: 'wallet.linked', userId, wallet })
        return wallet
      }),
  }
}

/** Finds the wallet that the attempt linked, if it is the proven one and still the member's. */
function findLinked(
  { sql }: Transaction,
  { attemptId, userId, proven }: Raise,
): Promise<WalletRow | undefined> {
  const { family, network, address } = proven
  return sql
    .selectFrom('wallets')
    .innerJoin('attempts', 'attempts.wallet_id', 'wallets.id')
    .selectAll('wallets')
    .where('attempts.id', '=', attemptId)
    .where('attempts.user_id', '=', userId)
    .where('attempts.state', '=', 'linked')
    .where('wallets.user_id', '=', userId)
    .where('wallets.family', '=', family)
    .where('wallets.network', '=', network)
    .where('wallets.address', '=', address)
    .executeTakeFirst()
}
