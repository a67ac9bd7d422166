/* The platform's base64, whose types `src/proof` does not assume. */
declare function atob(text: string): string
declare function btoa(binary: string): string

/** The bytes of well-formed base64. */
export function decodeBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

/** Without padding. */
export function encodeBase64url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

const BASE64URL = /^[\w-]*$/

/** The bytes; none, which no key has signed, for a spelling that is not the canonical one without padding. */
export function decodeBase64url(text: string): Uint8Array {
  if (!BASE64URL.test(text) || text.length % 4 === 1) return new Uint8Array()
  const bytes = decodeBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
  return encodeBase64url(bytes) === text ? bytes : new Uint8Array()
}
