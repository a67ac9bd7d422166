import { bytesToHex, hexToBytes } from 'viem/utils'

/** Bytes as they are written on EVM chains. */
export type Hex = `0x${string}`

/** The bytes of well-formed hex with `0x`; `0x` alone gives no bytes. Null for anything else. */
export function decodeHex(text: string): Uint8Array | null {
  return isHex(text) ? hexToBytes(text) : null
}

function isHex(text: string): text is Hex {
  return /^0x(?:[\da-f]{2})*$/i.test(text)
}

export function encodeHex(bytes: Uint8Array): Hex {
  return bytesToHex(bytes)
}
