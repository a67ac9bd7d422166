import { bytesToUtf8, utf8ToBytes } from '@noble/hashes/utils'

/** Null for bytes that are not those of the text: not UTF-8, or with a byte order mark. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  const text = bytesToUtf8(bytes)
  const again = utf8ToBytes(text)
  return again.length === bytes.length && again.every((byte, at) => byte === bytes[at])
    ? text
    : null
}
