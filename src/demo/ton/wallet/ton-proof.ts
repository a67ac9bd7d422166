import { Address } from '@ton/core'
import { sha256_sync, sign } from '@ton/crypto'
import type { TonProofItemReplySuccess } from '@tonconnect/protocol'

type ProofClaims = {
  /** Raw form. */
  address: string
  domain: string
  /** Unix time in seconds. */
  timestamp: number
  payload: string
}

/** Signs that the key's owner controls this address and gives this answer to this site. */
export function signTonProof(claims: ProofClaims, secretKey: Buffer): TonProofItemReplySuccess {
  return {
    name: 'ton_proof',
    proof: {
      timestamp: claims.timestamp,
      domain: { lengthBytes: Buffer.byteLength(claims.domain), value: claims.domain },
      payload: claims.payload,
      signature: sign(proofDigest(claims), secretKey).toString('base64'),
    },
  }
}

/** @see https://github.com/ton-blockchain/ton-connect/blob/main/requests-responses.md (ton_proof) */
function proofDigest({ address, domain, timestamp, payload }: ProofClaims): Buffer {
  const { workChain, hash } = Address.parse(address)
  const message = Buffer.concat([
    Buffer.from('ton-proof-item-v2/'),
    int32(workChain),
    hash,
    uint32LittleEndian(Buffer.byteLength(domain)),
    Buffer.from(domain),
    uint64LittleEndian(timestamp),
    Buffer.from(payload),
  ])
  const prefix = Buffer.from([0xff, 0xff])
  return sha256_sync(Buffer.concat([prefix, Buffer.from('ton-connect'), sha256_sync(message)]))
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function uint32LittleEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function uint64LittleEndian(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
