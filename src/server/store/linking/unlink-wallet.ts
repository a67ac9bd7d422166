import { appendEvent, appendNotifiedEvent } from '../rows/events.ts'
import type { Transaction } from '../rows/transaction.ts'
import { rejectConsents } from '../rows/consent-rows.ts'
import {
  walletIdentity,
  walletLock,
  unsealWallet,
  removeWallet,
  toProven,
  type WalletRow,
} from '../rows/wallet-rows.ts'

/** How to write the event, by who unlinks: the member is notified only if the operator does it. */
const APPEND = { member: appendEvent, operator: appendNotifiedEvent }

/** `reason`: what an admin wrote for the member; null where the operator's code unlinks. */
type Unlinker = { who: 'member' } | { who: 'operator'; reason: string | null }

/** Unlinks a wallet and rejects the consents about it. Undefined if it is already gone. @returns the row as it was */
export async function unlinkWallet(
  trx: Transaction,
  { id, user_id: userId, ...row }: WalletRow,
  by: Unlinker,
): Promise<WalletRow | undefined> {
  const identity = walletIdentity(toProven(row))
  await trx.lock(walletLock(identity), `user:${userId}`)
  const removed = await removeWallet(trx, { id, userId })
  if (!removed) return undefined
  const wallet = await unsealWallet(trx, removed)
  const reason = by.who === 'operator' ? by.reason : null
  await APPEND[by.who](trx, { type: 'wallet.unlinked', userId, wallet, by: by.who, reason })
  await rejectConsents(trx, identity, 'unlinked')
  return removed
}
