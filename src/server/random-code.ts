import { randomBytes } from 'node:crypto'

const CODE_BYTES = 16

/** A new code of a connect request (`r`) or a card (`c`): 16 random bytes, out of which nothing can be read. */
export function randomCode(kind: 'r' | 'c'): string {
  return `${kind}1_${randomBytes(CODE_BYTES).toString('base64url')}`
}
