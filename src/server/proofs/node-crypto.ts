import { createPublicKey, hash, verify } from 'node:crypto'
import { recover } from 'tiny-secp256k1'
import type { ProofCrypto } from '#proof/crypto.ts'

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
 * Computes by OpenSSL, and recovers keys by Bitcoin's libsecp256k1, compiled to WebAssembly: it runs wherever Node does
 * (decision 056).
 *
 * `node:crypto` refuses an Ed25519 signature whose S is not reduced. But in Node 20 it accepts keys that are not
 * canonical, and keys of low order, so both are refused here.
 */
export const NODE_CRYPTO: ProofCrypto = {
  decodeBase64: (text) => Buffer.from(text, 'base64'),
  sha256: (bytes) => hash('sha256', bytes, 'buffer'),
  hashText: (text) => hash('sha256', text, 'base64url'),
  isEd25519Signature({ publicKey, message, signature }) {
    if (!isSoundKey(publicKey)) return false
    const x = Buffer.from(publicKey).toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, message, key, signature)
  },
  recoverKey: ({ hash: signed, compact, recovery }) => recover(signed, compact, recovery, false),
}

function isSoundKey(publicKey: Uint8Array): boolean {
  const last = (publicKey.at(-1) ?? 0) & SIGN_MASK
  const y = Buffer.from([...publicKey.subarray(0, -1), last]).toString('hex')
  return !LOW_ORDER.has(y) && !NOT_CANONICAL.test(y)
}
