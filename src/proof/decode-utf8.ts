import { bytesToString, stringToBytes } from 'viem/utils'

/** Null for bytes that are not those of the text: not UTF-8, or with a byte order mark. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  const text = bytesToString(bytes)
  const again = stringToBytes(text)
  return again.length === bytes.length && again.every((byte, at) => byte === bytes[at])
    ? text
    : null
}
