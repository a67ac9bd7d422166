import { concat, hexToBytes, numberToBytes, sha256, stringToBytes } from 'viem/utils'
import type { TonAddress } from '#shared/ton-address.ts'

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
): Uint8Array {
  const site = stringToBytes(domain)
  const message = concat([
    ITEM_PREFIX,
    numberToBytes(workchain, { size: 4, signed: true }),
    hexToBytes(`0x${hash}`),
    littleEndian(site.length, 4),
    site,
    littleEndian(timestamp, 8),
    stringToBytes(payload),
  ])
  return sha256(concat([CONNECT_PREFIX, sha256(message, 'bytes')]), 'bytes')
}

function littleEndian(value: number, size: number): Uint8Array {
  const bigEndian = numberToBytes(value, { size })
  return bigEndian.map((_, index) => bigEndian[size - 1 - index] ?? 0)
}
