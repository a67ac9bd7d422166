import type { Hex } from '#shared/hex.ts'
import { type Exported, readSiwe } from './read-siwe.ts'

/** A signed message of EIP-4361. `signature`: EIP-191, 65 bytes: r, s and v */
export type Siwe = { message: string; signature: Hex }

/**
 * What any library of EIP-4361 takes. It finds the Telegram account only in the text, and does not get Telegram's
 * signature.
 *
 * @see https://eips.ethereum.org/EIPS/eip-4361
 */
export function toSiwe(source: Uint8Array | string): Exported<Siwe> {
  const signed = readSiwe(source)
  if (!signed.ok) return signed
  const { message, signature } = signed.value
  return { ok: true, value: { message, signature } }
}
