import { keccak_256 } from '@noble/hashes/sha3'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import type { EvmAccount } from './evm-account.ts'
import { encodeHex, type Hex, toBytes, toWord } from './hex.ts'
import { personalHash } from './personal-hash.ts'

/** What an owner's wallet signs for a Safe, and shows as a hash. */
export type SafeTypedData = ReturnType<typeof safeTypedData>

/**
 * EIP-712 `SafeMessage`: what the owners of a Safe sign so that it accepts a text that was requested with
 * `personal_sign`.
 *
 * @see safe-contracts 1.4.1, CompatibilityFallbackHandler.getMessageHashForSafe
 */
export function safeTypedData(safe: EvmAccount, text: string) {
  return getTypedData(safe, textHash(text))
}

/** The hash that owners' wallets show: 32 bytes in hex, derived only from the Safe and the text. */
export function safeMessageHash(safe: EvmAccount, text: string): Hex {
  return hashForSafe(safe, textHash(text))
}

const DOMAIN_TYPE = typeHash('EIP712Domain(uint256 chainId,address verifyingContract)')
const MESSAGE_TYPE = typeHash('SafeMessage(bytes message)')

/**
 * The same where only the text's hash is known. An encoder of all types would bring 4 kB for these two.
 *
 * @param hash the text's: see {@link textHash}
 * @see https://eips.ethereum.org/EIPS/eip-712#specification
 */
export function hashForSafe({ chainId, address }: EvmAccount, hash: Hex): Hex {
  const words = [toWord(BigInt(chainId)), toWord(BigInt(address))]
  const domain = keccak_256(concatBytes(DOMAIN_TYPE, ...words))
  const message = keccak_256(concatBytes(MESSAGE_TYPE, keccak_256(toBytes(hash))))
  return encodeHex(keccak_256(concatBytes(Uint8Array.of(0x19, 0x01), domain, message)))
}

function typeHash(type: string): Uint8Array {
  return keccak_256(utf8ToBytes(type))
}

/** The hash that a contract account judges for a text (ERC-1271): the EIP-191 hash, 32 bytes in hex. */
export function textHash(text: string): Hex {
  return encodeHex(personalHash(utf8ToBytes(text)))
}

function getTypedData({ chainId, address }: EvmAccount, hash: Hex) {
  return {
    domain: { chainId, verifyingContract: asHex(address) },
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    message: { message: hash },
  } as const
}

function asHex(address: string): Hex {
  return `0x${address.slice('0x'.length)}`
}
