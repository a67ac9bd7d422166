import { displayAddress } from '#shared/display-address.ts'
import type { DueJoin } from '#server/store/doors/join-telling.ts'

/** Telegram's longest tag, in characters. */
export const TAG_MAX_LENGTH = 16

/**
 * The tag beside the name of who was let in: what the door asked for. Null once it holds no longer. Telegram shows one tag
 * to everybody, so it is in English, and takes no emoji.
 */
export function getTag({ wallet, multisig }: Pick<DueJoin, 'wallet' | 'multisig'>): string | null {
  if (wallet === null) return null
  if (multisig !== null) return multisig.family === 'evm' ? 'owner · Safe' : 'owner · multisig'
  const address = displayAddress(wallet)
  return `${address.slice(0, 4)}…${address.slice(-4)}`
}
