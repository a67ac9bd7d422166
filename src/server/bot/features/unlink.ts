import type { PressDeps } from '../bot-context.ts'
import type { ButtonPress } from '../callback-data.ts'
import { shortAddress } from '../short-address.ts'

/** "Not me: unlink" under a receipt. The store unlinks only what belongs to the member who tapped. */
export async function unlink(
  press: Extract<ButtonPress, { type: 'unlink' }>,
  { store, now, onEvent, member, texts }: PressDeps,
): Promise<string> {
  const wallet = await store.findWallet(press.walletId, member.id)
  if (wallet === undefined) return texts.notLinked()
  if (!(await store.unlinkWallet(wallet.id, member.id, now()))) return texts.notLinked()
  onEvent()
  return texts.unlinked({ wallet: shortAddress(wallet) })
}
