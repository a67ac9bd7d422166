import { displayAddress } from '#shared/display-address.ts'
import type { DueJoin } from '#server/store/doors/join-telling.ts'

/**
 * The tag beside the name of who was let in: what the door asked for then, in at most 16 characters. Null once it holds no
 * longer. Telegram shows one tag to everybody, so it is in English, and takes no emoji.
 */
export function getTag({ wallet, isOwner }: Pick<DueJoin, 'wallet' | 'isOwner'>): string | null {
  if (wallet === null) return null
  if (isOwner) return wallet.family === 'evm' ? 'owner · Safe' : 'owner · multisig'
  const address = displayAddress(wallet)
  return `${address.slice(0, 4)}…${address.slice(-4)}`
}
