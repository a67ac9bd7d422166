import { concat, hexToBytes, numberToBytes, sha256, stringToBytes } from 'viem/utils'
import type { TonAddress } from '#shared/ton-address.ts'

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
): Uint8Array {
  const [site, shown] = [stringToBytes(domain), stringToBytes(text)]
  const message = concat([
    PREFIX,
    numberToBytes(workchain, { size: 4, signed: true }),
    hexToBytes(`0x${hash}`),
    numberToBytes(site.length, { size: 4 }),
    site,
    numberToBytes(timestamp, { size: 8 }),
    TEXT,
    numberToBytes(shown.length, { size: 4 }),
    shown,
  ])
  return sha256(message, 'bytes')
}
