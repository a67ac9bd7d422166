import type { Person } from '#shared/person.ts'
import { isolate } from './markup.ts'

/** Longest name that a message of ours holds, in characters. */
const MAX_LENGTH = 64
/**
 * What moves text about, hides or breaks lines: control characters, zero-width spaces, line and paragraph separators, and
 * everything with which text is told its direction (Unicode UAX #9), so that no name ends its own isolation.
 */
const UNRULY = /[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]+/gu
/** What stands before a username, and looks like it: in a message of ours a username is Telegram's word alone. */
const AT = /[@\uFE6B\uFF20]/g
/** Marks on one letter beyond what any script has: they run over the lines around it. */
const PILED = /(\p{M}{4})\p{M}+/gu
/** What shows as nothing, or as an empty place, where a name holds nothing else. */
const BLANK = /[\p{Default_Ignorable_Code_Point}\p{M}\u2800\s]+/gu
/** Where an address, a hashtag or a command would go on. */
const LINKING = /[.:#$/]/g
/** Stands for a name that has nothing to show. */
const NAMELESS = '…'
/** Shows as nothing, and keeps the two sides from being one word (U+2060). */
const WORD_JOINER = '\u2060'

/**
 * A name or title of Telegram's, as plain text for a message of ours: what others have typed there cannot pass for a link,
 * a command or words of ours.
 */
export function shownName(name: string): string {
  const plain = name.replaceAll(UNRULY, ' ').replaceAll(AT, ' ').replaceAll(PILED, '$1')
  const tidy = plain.replaceAll(/\s+/g, ' ').trim()
  const shown = tidy.replaceAll(BLANK, '') === '' ? NAMELESS : tidy
  return isolate(cut(shown).replaceAll(LINKING, `$&${WORD_JOINER}`))
}

/** First name and, where there is one, the username: that alone is nobody else's. */
export function shownPerson({ firstName, username }: Person): string {
  const name = shownName(firstName)
  return username === null ? name : `${name} (${isolate(`@${username}`)})`
}

function cut(text: string): string {
  const characters = Array.from(text)
  if (characters.length <= MAX_LENGTH) return text
  return `${characters.slice(0, MAX_LENGTH - 1).join('')}…`
}
