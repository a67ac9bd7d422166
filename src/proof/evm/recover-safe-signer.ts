import { hashMessage } from 'viem/utils'
import type { Hex } from '#shared/hex.ts'
import { recoverEvmSigner } from './evm-signer.ts'

const RECOVERY_OFFSET = 64
/** Recovery bytes of a key's signature over the hash itself. */
const OF_HASH = new Set([27, 28])
/**
 * Recovery bytes of a key's signature over the hash as a personal message (`eth_sign`), and the mark that Safe adds.
 */
const OF_PERSONAL_MESSAGE = new Set([31, 32])
const PERSONAL_MESSAGE_MARK = 4

/**
 * Recovers the key that made one 65-byte slot of a Safe's signature; null for a slot that no key made. v = 0 is the
 * answer of a contract. v = 1 is an approval on the chain, which a module can write in any owner's name.
 *
 * @param hash the Safe message's
 * @see safe-contracts 1.4.1, Safe.checkNSignatures
 */
export async function recoverSafeSigner(hash: Hex, slot: Uint8Array): Promise<string | null> {
  const last = slot[RECOVERY_OFFSET] ?? 0
  if (OF_HASH.has(last)) return recoverEvmSigner(hash, slot)
  if (!OF_PERSONAL_MESSAGE.has(last)) return null
  const unmarked = Uint8Array.from(slot)
  unmarked[RECOVERY_OFFSET] = last - PERSONAL_MESSAGE_MARK
  return recoverEvmSigner(hashMessage({ raw: hash }), unmarked)
}
