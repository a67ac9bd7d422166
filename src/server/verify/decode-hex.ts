/** The bytes of well-formed hex with `0x`; `0x` alone gives no bytes. Null for anything else. */
export function decodeHex(text: string): Buffer<ArrayBuffer> | null {
  return /^0x(?:[\da-f]{2})*$/i.test(text) ? Buffer.from(text.slice('0x'.length), 'hex') : null
}
