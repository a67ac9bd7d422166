import type { Hex } from 'viem'

export function encodeHex(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes).toString('hex')}`
}
