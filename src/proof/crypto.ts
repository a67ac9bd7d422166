import { sha256 } from '@noble/hashes/sha2'
import { utf8ToBytes } from '@noble/hashes/utils'
import { decodeBase64, encodeBase64url } from '#shared/base64.ts'
import { type Ed25519Signed, isEd25519Signature } from './is-ed25519-signature.ts'
import { recoverKey, type RecoverableSignature } from './recover-key.ts'

/** Returns 32 bytes. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array

/** Returns the SHA-256 of a text: 43 characters of base64url. */
export type HashText = (text: string) => string

/** What the checks compute with. A server passes that of its platform, which is several times as fast. */
export interface ProofCrypto {
  /** The bytes of well-formed base64. */
  decodeBase64: (text: string) => Uint8Array
  sha256: Sha256
  hashText: HashText
  /**
   * Whether it is the key's Ed25519 signature by the rules of RFC 8032 §5.1.7. Keys that are not canonical and keys of
   * low order are refused, because anyone can sign for the latter.
   */
  isEd25519Signature: (signed: Ed25519Signed) => boolean
  /** The public key: 65 bytes, uncompressed. It throws, or returns null, if no key can have made the signature. */
  recoverKey: (signature: RecoverableSignature) => Uint8Array | null
}

/** Computes everywhere. */
export const PORTABLE_CRYPTO: ProofCrypto = {
  decodeBase64,
  sha256,
  hashText: (text) => encodeBase64url(sha256(utf8ToBytes(text))),
  isEd25519Signature,
  recoverKey,
}
