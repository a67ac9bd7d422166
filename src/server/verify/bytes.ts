import type { Hex } from 'viem'
import { hash } from 'node:crypto'
import type { Sha256 } from '#proof/sha256.ts'

/**
 * Decodes canonical base64: standard alphabet, padded, no stray bits. Null for anything else, so that one value has one
 * spelling.
 */
export function decodeBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : null
}

/** The bytes of well-formed hex with `0x`; `0x` alone gives no bytes. Null for anything else. */
export function decodeHex(text: string): Buffer<ArrayBuffer> | null {
  return /^0x(?:[\da-f]{2})*$/i.test(text) ? Buffer.from(text.slice('0x'.length), 'hex') : null
}

export function encodeHex(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes).toString('hex')}`
}

/** SHA-256 by OpenSSL, for what runs with every proof. */
export const nodeSha256: Sha256 = (bytes) => hash('sha256', bytes, 'buffer')
