/** The bytes of well-formed hex, from `0x`, none, upwards; null for anything else. */
export function decodeHex(text: string): Buffer<ArrayBuffer> | null {
  return /^0x(?:[\da-f]{2})*$/i.test(text) ? Buffer.from(text.slice('0x'.length), 'hex') : null
}
