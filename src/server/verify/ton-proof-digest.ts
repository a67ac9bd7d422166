import { hash } from 'node:crypto'
import type { TonProof } from '#shared/api/submit-proof.ts'
import type { TonAddress } from '#shared/ton-address.ts'

const ITEM_PREFIX = Buffer.from('ton-proof-item-v2/')
const CONNECT_PREFIX = Buffer.concat([Buffer.of(0xff, 0xff), Buffer.from('ton-connect')])

/**
 * The digest that a wallet signs for ton_proof: SHA-256 over `0xffff`, "ton-connect" and the SHA-256 of the message
 * (workchain as big-endian int32, account id, domain length as little-endian uint32, domain, time in seconds as
 * little-endian uint64, payload).
 *
 * @see https://docs.ton.org/applications/ton-connect/how-to/ton-proof
 */
export function tonProofDigest(
  address: TonAddress,
  { domain, timestamp, payload }: Pick<TonProof['proof'], 'domain' | 'timestamp' | 'payload'>,
): Buffer {
  const numbers = Buffer.allocUnsafe(16)
  numbers.writeInt32BE(address.workchain, 0)
  numbers.writeUInt32LE(Buffer.byteLength(domain.value), 4)
  numbers.writeBigUInt64LE(BigInt(timestamp), 8)
  const message = Buffer.concat([
    ITEM_PREFIX,
    numbers.subarray(0, 4),
    Buffer.from(address.hash, 'hex'),
    numbers.subarray(4, 8),
    Buffer.from(domain.value),
    numbers.subarray(8),
    Buffer.from(payload),
  ])
  const inner = hash('sha256', message, 'buffer')
  return hash('sha256', Buffer.concat([CONNECT_PREFIX, inner]), 'buffer')
}
