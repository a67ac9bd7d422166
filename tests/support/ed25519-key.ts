import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

/** What stands before a private key of 32 bytes in PKCS #8 (RFC 8410 §7). */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The Ed25519 key of a seed. @param seed 32 bytes */
export function createEd25519Key(seed: Uint8Array): KeyObject {
  const key = Buffer.concat([PKCS8_ED25519, seed])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

/** 32 bytes. */
export function getPublicKey(key: KeyObject): Buffer {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  return Buffer.from(x, 'base64url')
}
