import { randomBytes } from 'node:crypto'

const ID_BYTES = 16

/** An id that cannot be guessed: 16 random bytes as 22 characters of base64url. */
export function randomId(): string {
  return randomBytes(ID_BYTES).toString('base64url')
}
