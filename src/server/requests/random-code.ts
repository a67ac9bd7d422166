import { randomBytes } from 'node:crypto'

const CODE_BYTES = 16

/** A new code of a connect request (`r`) or a card (`c`): 16 random bytes that reveal nothing. */
export function randomCode(kind: 'r' | 'c'): string {
  return `${kind}1_${randomBytes(CODE_BYTES).toString('base64url')}`
}
