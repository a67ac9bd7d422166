import { base64urlnopad } from '@scure/base'

/** The bytes; none, which no key has signed, for a spelling that is not the canonical one. */
export function decodeBase64url(text: string): Uint8Array {
  try {
    return base64urlnopad.decode(text)
  } catch {
    return new Uint8Array()
  }
}
