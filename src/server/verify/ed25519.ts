import { createPublicKey, verify } from 'node:crypto'

type SignedMessage = {
  /** 32 bytes. */
  publicKey: Buffer
  message: Uint8Array
  /** 64 bytes. */
  signature: Uint8Array
}

/** 2^255 - 19, the order of the field. */
const FIELD_ORDER = 2n ** 255n - 19n

/** The y-coordinates of the eight points whose order divides the cofactor. */
const LOW_ORDER_Y: ReadonlySet<bigint> = new Set([
  0n,
  1n,
  FIELD_ORDER - 1n,
  0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
  0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd83d3d7a6a17c7n,
])

/**
 * Whether `signature` is the key's Ed25519 signature (RFC 8032 §5.1.7) of `message`.
 *
 * `node:crypto` refuses a signature whose S is not reduced, but accepts keys of low order, under which
 * anybody can make a signature, and keys that are not canonical: both are refused here.
 */
export function isSignedBy({ publicKey, message, signature }: SignedMessage): boolean {
  if (!isSoundKey(publicKey)) return false
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') }
  return verify(null, message, createPublicKey({ key: jwk, format: 'jwk' }), signature)
}

function isSoundKey(publicKey: Buffer): boolean {
  const bigEndian = Buffer.from(publicKey).reverse()
  bigEndian[0] = (bigEndian[0] ?? 0) & 0x7f
  const y = BigInt(`0x${bigEndian.toString('hex')}`)
  return y < FIELD_ORDER && !LOW_ORDER_Y.has(y)
}
