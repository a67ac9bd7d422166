import type { Store } from '../store.ts'
import { appendEvent } from '../events/events.ts'
import { NO_GROUNDS, openWallet, writeProof, type WalletRow } from './wallet-rows.ts'
import { rejectQuestions } from './questions.ts'
import { walletIdentity, walletLock } from './wallet-identity.ts'
import { writeUnit, type SqlContext, type Unit } from '../write-unit.ts'

type Raise = Parameters<Store['raiseBinding']>[0]

export function createRaiseBinding(context: SqlContext): Pick<Store, 'raiseBinding'> {
  return {
    raiseBinding: (raise) =>
      writeUnit(context, raise.now, async (unit) => {
        const { userId, proven } = raise
        const identity = walletIdentity(proven)
        await unit.lock(walletLock(identity), `user:${userId}`)
        const linked = await findLinked(unit, raise)
        if (!linked) return undefined
        await rejectQuestions(unit, identity, 'proven')
        if (linked.binding === 'text') return openWallet(unit, linked)
        const raised = await writeProof(unit, linked, { ...raise, ...NO_GROUNDS })
        const wallet = await openWallet(unit, raised)
        await appendEvent(unit, { type: 'wallet.linked', userId, wallet })
        return wallet
      }),
  }
}

/** The wallet that the attempt linked, if it is the proven one and still the member's. */
function findLinked(
  { sql }: Unit,
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
