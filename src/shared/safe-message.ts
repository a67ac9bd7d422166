import { concat, hashMessage, keccak256, numberToHex, pad, stringToHex } from 'viem/utils'
import type { EvmAccount } from './evm-account.ts'
import type { Hex } from './hex.ts'

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
 * The same where only the text's hash is known. viem's `hashTypedData` would bring an encoder of all types, 4 kB, for
 * these two.
 *
 * @param hash the text's: see {@link textHash}
 * @see https://eips.ethereum.org/EIPS/eip-712#specification
 */
export function hashForSafe({ chainId, address }: EvmAccount, hash: Hex): Hex {
  const words = [DOMAIN_TYPE, numberToHex(chainId, { size: 32 }), pad(asHex(address))]
  const message = keccak256(concat([MESSAGE_TYPE, keccak256(hash)]))
  return keccak256(concat(['0x1901', keccak256(concat(words)), message]))
}

function typeHash(type: string): Hex {
  return keccak256(stringToHex(type))
}

/** The hash that a contract account judges for a text (ERC-1271): the EIP-191 hash, 32 bytes in hex. */
export function textHash(text: string): Hex {
  return hashMessage(text)
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
