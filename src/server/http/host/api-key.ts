import { createHash, randomBytes } from 'node:crypto'

const KEY_BYTES = 32

/** A new key of the host API. The key is shown once; only its hash is ever stored. */
export function createApiKey(): { key: string; hash: Uint8Array } {
  const key = `clasp_${randomBytes(KEY_BYTES).toString('base64url')}`
  return { key, hash: hashApiKey(key) }
}

/** SHA-256: the key is random and long, so nothing slower would protect it better. */
export function hashApiKey(key: string): Uint8Array {
  return createHash('sha256').update(key).digest()
}
