import { bytesToHex, hexToBytes } from '@noble/hashes/utils'

/** Bytes as they are written on EVM chains. */
export type Hex = `0x${string}`

/** The bytes of well-formed hex with `0x`; `0x` alone gives no bytes. Null for anything else. */
export function decodeHex(text: string): Uint8Array | null {
  return isHex(text) ? toBytes(text) : null
}

function isHex(text: string): text is Hex {
  return /^0x(?:[\da-f]{2})*$/i.test(text)
}

/** @throws if there is half a byte, or a character that is none of hex */
export function toBytes(hex: Hex): Uint8Array {
  return hexToBytes(hex.slice('0x'.length))
}

/** 32 bytes, big-endian. @param number not negative, below 2^256 */
export function toWord(number: bigint): Uint8Array {
  return hexToBytes(number.toString(16).padStart(64, '0'))
}

export function encodeHex(bytes: Uint8Array): Hex {
  return `0x${bytesToHex(bytes)}`
}
