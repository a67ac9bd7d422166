import { hash } from 'node:crypto'
import type { TonAddress } from '#shared/ton-address.ts'

/** The parts of the digest of a text, in addition to the account. */
type DigestedText = {
  domain: string
  /** Unix time in seconds. */
  timestamp: number
  text: string
}

const PREFIX = Buffer.concat([Buffer.of(0xff, 0xff), Buffer.from('ton-connect/sign-data/')])
/** Marks a text, as opposed to bytes (`bin`). Cells are signed in a different form. */
const TEXT = Buffer.from('txt')

/**
 * The digest that a wallet signs for signData of type `text`: SHA-256 over `0xffff`, "ton-connect/sign-data/",
 * workchain as int32, account id, domain behind its length as uint32, time in seconds as uint64, "txt", and the text
 * behind its length as uint32. All numbers are big-endian, lengths count bytes of UTF-8.
 *
 * @see https://docs.ton.org/applications/ton-connect/how-to/sign-data
 */
export function tonTextDigest(
  account: Pick<TonAddress, 'workchain' | 'hash'>,
  { domain, timestamp, text }: DigestedText,
): Buffer {
  const numbers = Buffer.allocUnsafe(20)
  numbers.writeInt32BE(account.workchain, 0)
  numbers.writeUInt32BE(Buffer.byteLength(domain), 4)
  numbers.writeBigUInt64BE(BigInt(timestamp), 8)
  numbers.writeUInt32BE(Buffer.byteLength(text), 16)
  const message = Buffer.concat([
    PREFIX,
    numbers.subarray(0, 4),
    Buffer.from(account.hash, 'hex'),
    numbers.subarray(4, 8),
    Buffer.from(domain),
    numbers.subarray(8, 16),
    TEXT,
    numbers.subarray(16),
    Buffer.from(text),
  ])
  return hash('sha256', message, 'buffer')
}
