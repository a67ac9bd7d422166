import { randomBytes } from 'node:crypto'

/** ton_proof payload: 32 bytes are 43 characters, short enough for every wallet's link. */
const NONCE_BYTES = 32

/** A new attempt's nonce; no other attempt has the same. */
export function randomNonce(): string {
  return randomBytes(NONCE_BYTES).toString('base64url')
}
