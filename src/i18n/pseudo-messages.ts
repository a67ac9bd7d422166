import { isList, type SourceMessages } from './compile-messages.ts'

/** Telegram's `language_code` for it, in the demo and in tests: a code that ISO 639 reserves for private use. */
export const PSEUDO = 'qps'

/** Replacement of each letter. Vowels are doubled, which makes the text longer. */
const ACCENTED = new Map(
  'aáá eéé iíí oóó uúú yýý AÁÁ EÉÉ IÍÍ OÓÓ UÚÚ YÝÝ cç nñ sš zž CÇ NÑ SŠ ZŽ'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
)

/**
 * English as a language that shows what breaks: accented, about 40 % longer, and in brackets, so that a tester sees
 * what is cut off and what does not come from the languages' files.
 */
export function pseudoMessages(messages: SourceMessages): SourceMessages {
  return Object.fromEntries(Object.entries(messages).map(([key, node]) => [key, pseudoNode(node)]))
}

function pseudoNode(node: SourceMessages[string]): SourceMessages[string] {
  if (typeof node === 'string') return pseudoText(node)
  return isList(node) ? node.map(pseudoText) : pseudoMessages(node)
}

/** Every brace of ICU MessageFormat changes from text to syntax or back. */
function pseudoText(text: string): string {
  let depth = 0
  let accented = ''
  for (const character of text) {
    if (character === '{') depth += 1
    if (character === '}') depth -= 1
    accented += depth % 2 === 0 ? (ACCENTED.get(character) ?? character) : character
  }
  return `[${accented}]`
}
