import { ed25519 } from '@noble/curves/ed25519'
import { secp256k1 } from '@noble/curves/secp256k1'
import { sha256, stringToBytes } from 'viem/utils'
import { decodeBase64, encodeBase64url } from './base64.ts'

/** What an Ed25519 key is said to have signed. */
type Ed25519Signed = {
  /** 32 bytes. */
  publicKey: Uint8Array
  message: Uint8Array
  /** 64 bytes. */
  signature: Uint8Array
}

/** An ECDSA signature that a key on secp256k1 may have made. */
type RecoverableSignature = {
  /** 32 bytes. */
  hash: Uint8Array
  /** r and s, 64 bytes. */
  compact: Uint8Array
  recovery: 0 | 1
}

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
  sha256: (bytes) => sha256(bytes, 'bytes'),
  hashText: (text) => encodeBase64url(sha256(stringToBytes(text), 'bytes')),
  isEd25519Signature({ publicKey, message, signature }) {
    try {
      return ed25519.verify(signature, message, publicKey, { zip215: false })
    } catch {
      return false
    }
  },
  recoverKey: ({ hash, compact, recovery }) =>
    secp256k1.Signature.fromCompact(compact)
      .addRecoveryBit(recovery)
      .recoverPublicKey(hash)
      .toRawBytes(false),
}
