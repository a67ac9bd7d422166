import { getAddress, isAddress } from 'viem/utils'

/**
 * Reads an EVM address into its form with the checksum of EIP-55; null for what is none. Without
 * capitals, or in nothing but capitals, an address has no checksum; any other mixture must be right.
 * viem takes an address without capitals even where it is strict.
 */
export function parseEvmAddress(text: string): string | null {
  const strict = /[a-f]/.test(text)
  return isAddress(text, { strict }) ? getAddress(text) : null
}
