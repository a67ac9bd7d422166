/**
 * Decodes canonical base64: standard alphabet, padded, no stray bits. Null for anything else, so that one value has one
 * spelling.
 */
export function decodeBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : null
}
