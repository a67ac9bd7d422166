import { hexToBytes } from '@noble/curves/abstract/utils'
import { concat, stringToBytes, numberToBytes } from 'viem/utils'
import type { TonAddress } from '#shared/ton-address.ts'
import { PORTABLE_CRYPTO, type Sha256 } from '../crypto.ts'

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
  sha256: Sha256 = PORTABLE_CRYPTO.sha256,
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
    hexToBytes(hash),
    bytes.subarray(4, 8),
    site,
    bytes.subarray(8),
    stringToBytes(payload),
  ])
  return sha256(concat([CONNECT_PREFIX, sha256(message)]))
}

/** The parts of the digest of a text, in addition to the account. */
type DigestedText = {
  domain: string
  /** Unix time in seconds. */
  timestamp: number
  text: string
}

const PREFIX = concat([Uint8Array.of(0xff, 0xff), stringToBytes('ton-connect/sign-data/')])
/** Marks a text, as opposed to bytes (`bin`). Cells are signed in a different form. */
const TEXT = stringToBytes('txt')

/**
 * The digest that a wallet signs for signData of type `text`: SHA-256 over `0xffff`, "ton-connect/sign-data/",
 * workchain as int32, account id, domain behind its length as uint32, time in seconds as uint64, "txt", and the text
 * behind its length as uint32. All numbers are big-endian, lengths count bytes of UTF-8.
 *
 * @see https://docs.ton.org/applications/ton-connect/how-to/sign-data
 */
export function tonTextDigest(
  { workchain, hash }: Pick<TonAddress, 'workchain' | 'hash'>,
  { domain, timestamp, text }: DigestedText,
  sha256: Sha256 = PORTABLE_CRYPTO.sha256,
): Uint8Array {
  const [site, shown] = [stringToBytes(domain), stringToBytes(text)]
  const message = concat([
    PREFIX,
    numberToBytes(workchain, { size: 4, signed: true }),
    hexToBytes(hash),
    numberToBytes(site.length, { size: 4 }),
    site,
    numberToBytes(timestamp, { size: 8 }),
    TEXT,
    numberToBytes(shown.length, { size: 4 }),
    shown,
  ])
  return sha256(message)
}
