import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import type { TonAddress } from '#shared/ton-address.ts'
import { PORTABLE_CRYPTO, type Sha256 } from '../crypto.ts'

const ITEM_PREFIX = utf8ToBytes('ton-proof-item-v2/')
const CONNECT_PREFIX = concatBytes(Uint8Array.of(0xff, 0xff), utf8ToBytes('ton-connect'))

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
  const site = utf8ToBytes(domain)
  const numbers = new DataView(new ArrayBuffer(16))
  numbers.setInt32(0, workchain)
  numbers.setUint32(4, site.length, true)
  numbers.setBigUint64(8, BigInt(timestamp), true)
  const bytes = new Uint8Array(numbers.buffer)
  const message = concatBytes(
    ITEM_PREFIX,
    bytes.subarray(0, 4),
    hexToBytes(hash),
    bytes.subarray(4, 8),
    site,
    bytes.subarray(8),
    utf8ToBytes(payload),
  )
  return sha256(concatBytes(CONNECT_PREFIX, sha256(message)))
}

/** The parts of the digest of a text, in addition to the account. */
type DigestedText = {
  domain: string
  /** Unix time in seconds. */
  timestamp: number
  text: string
}

const PREFIX = concatBytes(Uint8Array.of(0xff, 0xff), utf8ToBytes('ton-connect/sign-data/'))
/** Marks a text, as opposed to bytes (`bin`). Cells are signed in a different form. */
const TEXT = utf8ToBytes('txt')

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
  const [site, shown] = [utf8ToBytes(domain), utf8ToBytes(text)]
  const numbers = new DataView(new ArrayBuffer(20))
  numbers.setInt32(0, workchain)
  numbers.setUint32(4, site.length)
  numbers.setBigUint64(8, BigInt(timestamp))
  numbers.setUint32(16, shown.length)
  const bytes = new Uint8Array(numbers.buffer)
  const message = concatBytes(
    PREFIX,
    bytes.subarray(0, 4),
    hexToBytes(hash),
    bytes.subarray(4, 8),
    site,
    bytes.subarray(8, 16),
    TEXT,
    bytes.subarray(16),
    shown,
  )
  return sha256(message)
}
