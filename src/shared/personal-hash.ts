import { keccak_256 } from '@noble/hashes/sha3'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils'

/**
 * The hash that a key signs for a personal message (`personal_sign`): 32 bytes.
 *
 * @see https://eips.ethereum.org/EIPS/eip-191
 */
export function personalHash(message: Uint8Array): Uint8Array {
  const start = utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`)
  return keccak_256(concatBytes(start, message))
}
