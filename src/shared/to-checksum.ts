import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'
import type { Hex } from './hex.ts'

/**
 * An EVM address with the checksum of EIP-55.
 *
 * @param address `0x` and 40 digits of hex
 */
export function toChecksum(address: string): Hex {
  const digits = address.slice('0x'.length).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  const checked = digits.replace(/[a-f]/g, (digit, at: number) =>
    Number.parseInt(hash.charAt(at), 16) < 8 ? digit : digit.toUpperCase(),
  )
  return `0x${checked}`
}
