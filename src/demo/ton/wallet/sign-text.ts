import { Address } from '@ton/core'
import { sha256_sync, sign } from '@ton/crypto'

/** What goes into the signature. */
type DemoSignedText = {
  /** Raw form. */
  address: string
  domain: string
  /** Unix time in seconds. */
  timestamp: number
  text: string
}

/**
 * Signature of a signData request of type `text`, base64.
 *
 * @see https://github.com/ton-blockchain/ton-connect/blob/main/requests-responses.md (signData)
 */
export function signText(
  { address, domain, timestamp, text }: DemoSignedText,
  secretKey: Buffer,
): string {
  const { workChain, hash } = Address.parse(address)
  const workchain = Buffer.alloc(4)
  workchain.writeInt32BE(workChain)
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(timestamp))
  const message = Buffer.concat([
    Buffer.from([0xff, 0xff]),
    Buffer.from('ton-connect/sign-data/'),
    workchain,
    hash,
    withLength(domain),
    time,
    Buffer.from('txt'),
    withLength(text),
  ])
  return sign(sha256_sync(message), secretKey).toString('base64')
}

/** UTF-8 bytes behind their number as 32 bits, big-endian. */
function withLength(text: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(Buffer.byteLength(text))
  return Buffer.concat([length, Buffer.from(text)])
}
