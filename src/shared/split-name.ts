/** Marks on letters, and characters that show as nothing. */
const MARKS = /[\p{M}\p{Cf}]/gu
const WORDS = /[\p{L}\p{N}]+/gu
/** Letters that Arabic and Persian keyboards write differently. */
const ARABIC: Readonly<Record<string, string>> = { ي: 'ی', ى: 'ی', ك: 'ک' }

/** The words of a name without what people leave out as they type: case, marks on letters, signs, pictures. */
export function splitName(text: string): string[] {
  const plain = text.normalize('NFKD').toLowerCase().replaceAll(MARKS, '')
  const folded = plain.replaceAll(/[يىك]/g, (letter) => ARABIC[letter] ?? letter)
  return [...new Set(folded.match(WORDS) ?? [])]
}
