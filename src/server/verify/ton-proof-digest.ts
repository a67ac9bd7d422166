import { hash } from 'node:crypto'
import type { TonProof } from '#shared/api/submit-ton-proof.ts'
import type { TonAddress } from '#shared/ton-address.ts'

const ITEM_PREFIX = Buffer.from('ton-proof-item-v2/')
const CONNECT_PREFIX = Buffer.concat([Buffer.of(0xff, 0xff), Buffer.from('ton-connect')])

/**
 * What a wallet signs for ton_proof: SHA-256 over `0xffff`, "ton-connect" and the SHA-256 of the message
 * (workchain as big-endian int32, account id, domain length as little-endian uint32, domain, time in seconds as
 * little-endian uint64, payload).
 *
 * @see https://docs.ton.org/ecosystem/ton-connect/message-signing
 */
export function tonProofDigest(
  address: TonAddress,
  { domain, timestamp, payload }: Pick<TonProof['proof'], 'domain' | 'timestamp' | 'payload'>,
): Buffer {
  const workchain = Buffer.alloc(4)
  workchain.writeInt32BE(address.workchain)
  const domainLength = Buffer.alloc(4)
  domainLength.writeUInt32LE(Buffer.byteLength(domain.value))
  const time = Buffer.alloc(8)
  time.writeBigUInt64LE(BigInt(timestamp))
  const message = Buffer.concat([
    ITEM_PREFIX,
    workchain,
    Buffer.from(address.hash, 'hex'),
    domainLength,
    Buffer.from(domain.value),
    time,
    Buffer.from(payload),
  ])
  return hash(
    'sha256',
    Buffer.concat([CONNECT_PREFIX, hash('sha256', message, 'buffer')]),
    'buffer',
  )
}
