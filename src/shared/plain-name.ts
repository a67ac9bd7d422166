/** Longest name that is shown, in characters. */
const MAX_LENGTH = 64
/**
 * Characters that move or hide text, or break lines: control characters, zero-width spaces, line and paragraph
 * separators, and all direction marks (Unicode UAX #9), so that no name ends its own isolation.
 */
const UNRULY = /[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]+/gu
/** The sign before a username, and its lookalikes. In a text of ours only Telegram's own usernames have one. */
const AT = /[@\uFE6B\uFF20]/g
/** What a text of ours puts around a name, in any language: no name ends its own quotation. */
const QUOTES = /["«»“”„]/g
/** More marks on one letter than any script uses: they cover the lines around it. */
const PILED = /(\p{M}{4})\p{M}+/gu
/** Characters that show as nothing, or as an empty space, for a name that holds nothing else. */
const BLANK = /[\p{Default_Ignorable_Code_Point}\p{M}\u2800\s]+/gu
/** Characters inside which an address, a hashtag or a command would go on. */
const LINKING = /[.:#$/]/g
/** Shown for a name that has nothing to show. */
const NAMELESS = '…'
/** Invisible; keeps its two sides from joining into one word (U+2060). */
const WORD_JOINER = '\u2060'

/**
 * A person's name or a group's title from Telegram, as plain text of at most 64 characters (and invisible ones) for other
 * people. Text that somebody typed there cannot pass for a link, a username, a command or text of ours.
 */
export function plainName(name: string): string {
  return plainText(name, MAX_LENGTH)
}

/** The same of another text that somebody typed. @param maxLength in characters, without the invisible ones */
export function plainText(text: string, maxLength: number): string {
  const plain = text.replaceAll(UNRULY, ' ').replaceAll(AT, ' ').replaceAll(PILED, '$1')
  const tidy = plain.replaceAll(QUOTES, '’').replaceAll(/\s+/g, ' ').trim()
  const shown = tidy.replaceAll(BLANK, '') === '' ? NAMELESS : tidy
  return cut(shown, maxLength).replaceAll(LINKING, `$&${WORD_JOINER}`)
}

function cut(text: string, maxLength: number): string {
  const characters = Array.from(text)
  if (characters.length <= maxLength) return text
  return `${characters.slice(0, maxLength - 1).join('')}…`
}
