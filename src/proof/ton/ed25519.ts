import { ed25519 } from '@noble/curves/ed25519'

/**
 * Whether `signature` is the key's Ed25519 signature of `message` by the rules of RFC 8032 §5.1.7. Keys that are not
 * canonical and keys of low order are refused, because anyone can sign for the latter.
 */
export function isEd25519Signature(signed: {
  publicKey: Uint8Array
  message: Uint8Array
  signature: Uint8Array
}): boolean {
  try {
    return ed25519.verify(signed.signature, signed.message, signed.publicKey, { zip215: false })
  } catch {
    return false
  }
}
