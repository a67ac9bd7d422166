/**
 * What a terminal obeys instead of showing it: control characters but tab and line feed, and marks that reorder text or
 * end a line.
 */
const CONTROLS = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** Text of others with each of these as its escape in JSON, so that a line of JSON keeps its meaning. */
export function escapeControls(text: string): string {
  return text.replace(
    CONTROLS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
