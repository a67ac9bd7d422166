import { appendEvent, appendToldEvent } from '../events/events.ts'
import type { Unit } from '../write-unit.ts'
import { rejectQuestions } from './questions.ts'
import { walletIdentity, walletLock } from './wallet-identity.ts'
import { openWallet, removeWallet, toProven, type WalletRow } from './wallet-rows.ts'

/** Who may take a wallet from its member, and whether the member still has to hear of it. */
const APPEND = { member: appendEvent, owner: appendToldEvent }

/** Takes a wallet from its member and rejects the requests for it. False when it went meanwhile. */
export async function unlinkWallet(
  unit: Unit,
  { id, user_id: userId, ...row }: WalletRow,
  by: keyof typeof APPEND,
): Promise<boolean> {
  const identity = walletIdentity(toProven(row))
  await unit.lock(walletLock(identity), `user:${userId}`)
  const removed = await removeWallet(unit.sql, { id, userId })
  if (!removed) return false
  const wallet = await openWallet(unit, removed)
  await APPEND[by](unit, { type: 'wallet.unlinked', userId, wallet, by })
  await rejectQuestions(unit, identity, 'unlinked')
  return true
}
