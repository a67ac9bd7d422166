const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Parts of a message with an empty line between them. */
export function paragraphs(...parts: string[]): string {
  return parts.join('\n\n')
}

/** Parts of a paragraph, each on its own line. */
export function lines(...parts: string[]): string {
  return parts.join('\n')
}

/** Facts about one thing in one line, escaped; `false` stands for one that does not hold. */
export function facts(...parts: (string | false)[]): string {
  return parts
    .filter((part) => part !== false)
    .map(escapeHtml)
    .join(' · ')
}

/**
 * Keeps a left-to-right word, such as an address, whole inside right-to-left text
 * (U+2068 and U+2069, Unicode UAX #9).
 */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`
}

/** How every message of the bot is sent: our markup, and no preview of what it links to. */
export const HTML_MESSAGE = {
  parse_mode: 'HTML',
  link_preview_options: { is_disabled: true },
} as const

/** Text as it must stand in a message of parse mode HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}
