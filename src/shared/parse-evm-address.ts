import { toChecksum } from './to-checksum.ts'

/**
 * Converts an EVM address to its form with the checksum of EIP-55; null if it is not an address. An address with no
 * capitals, or only capitals, has no checksum. Any other mixture must match its checksum.
 */
export function parseEvmAddress(text: string): string | null {
  if (!/^0x[\da-fA-F]{40}$/.test(text)) return null
  const address = toChecksum(text)
  const isMixed = /[a-f]/.test(text) && /[A-F]/.test(text)
  return isMixed && text !== address ? null : address
}
