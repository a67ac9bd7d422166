import { hex } from '@scure/base'
import { concat, stringToBytes } from 'viem/utils'
import type { TonAddress } from '#shared/ton-address.ts'
import { type Sha256, sha256 as portableSha256 } from '../sha256.ts'

const ITEM_PREFIX = stringToBytes('ton-proof-item-v2/')
const CONNECT_PREFIX = concat([Uint8Array.of(0xff, 0xff), stringToBytes('ton-connect')])

/** The parts of the digest of a ton_proof, in addition to the account. */
export type DigestedProof = {
  domain: string
  /** Unix time in seconds. */
  timestamp: number
  payload: string
}

/**
 * The digest that a wallet signs for ton_proof: SHA-256 over `0xffff`, "ton-connect" and the SHA-256 of the message
 * (workchain as big-endian int32, account id, domain length as little-endian uint32, domain, time in seconds as
 * little-endian uint64, payload).
 *
 * @see https://docs.ton.org/applications/ton-connect/how-to/ton-proof
 */
export function tonProofDigest(
  { workchain, hash }: Pick<TonAddress, 'workchain' | 'hash'>,
  { domain, timestamp, payload }: DigestedProof,
  sha256: Sha256 = portableSha256,
): Uint8Array {
  const site = stringToBytes(domain)
  const numbers = new DataView(new ArrayBuffer(16))
  numbers.setInt32(0, workchain)
  numbers.setUint32(4, site.length, true)
  numbers.setBigUint64(8, BigInt(timestamp), true)
  const bytes = new Uint8Array(numbers.buffer)
  const message = concat([
    ITEM_PREFIX,
    bytes.subarray(0, 4),
    hex.decode(hash),
    bytes.subarray(4, 8),
    site,
    bytes.subarray(8),
    stringToBytes(payload),
  ])
  return sha256(concat([CONNECT_PREFIX, sha256(message)]))
}
