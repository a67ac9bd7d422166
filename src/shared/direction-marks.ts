/** The characters that turn the direction of the text around them (Unicode UAX #9, 2). */
const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** A text without them: a name must not end its own isolation, nor reverse what stands beside it. */
export function removeDirectionMarks(text: string): string {
  return text.replaceAll(DIRECTION_MARKS, '')
}
