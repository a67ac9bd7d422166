import { getAddress, isAddress } from 'viem/utils'

/**
 * Converts an EVM address to its form with the checksum of EIP-55; null if it is not an address. An address with no
 * capitals, or only capitals, has no checksum. Any other mixture must match its checksum. viem accepts an address
 * without capitals even in strict mode.
 */
export function parseEvmAddress(text: string): string | null {
  const strict = /[a-f]/.test(text)
  return isAddress(text, { strict }) ? getAddress(text) : null
}
