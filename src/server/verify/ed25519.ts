import { createPublicKey, verify } from 'node:crypto'

type SignedMessage = {
  /** 32 bytes. */
  publicKey: Buffer
  message: Uint8Array
  /** 64 bytes. */
  signature: Uint8Array
}

/** The y-coordinates, as a key encodes them, of the eight points whose order divides the cofactor. */
const LOW_ORDER: ReadonlySet<string> = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
])
/** Matches a y-coordinate that is not below the order of the field, 2^255 - 19. */
const NOT_CANONICAL = /^(?:e[d-f]|f[0-9a-f])(?:ff){30}7f$/
/** The highest bit of the last byte is the sign of x. */
const SIGN_MASK = 0x7f

/**
 * Whether `signature` is the key's Ed25519 signature (RFC 8032 §5.1.7) of `message`.
 *
 * `node:crypto` refuses a signature whose S is not reduced. But it accepts keys that are not canonical, and keys of low
 * order, for which anyone can make a signature. This function refuses both.
 */
export function isSignedBy({ publicKey, message, signature }: SignedMessage): boolean {
  if (!isSoundKey(publicKey)) return false
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') }
  return verify(null, message, createPublicKey({ key: jwk, format: 'jwk' }), signature)
}

function isSoundKey(publicKey: Buffer): boolean {
  const last = (publicKey.at(-1) ?? 0) & SIGN_MASK
  const y = publicKey.toString('hex', 0, publicKey.length - 1) + last.toString(16).padStart(2, '0')
  return !LOW_ORDER.has(y) && !NOT_CANONICAL.test(y)
}
