const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Parts of a message, separated by an empty line. */
export function paragraphs(...parts: string[]): string {
  return parts.join('\n\n')
}

/** Parts of a paragraph, each on its own line. */
export function lines(...parts: string[]): string {
  return parts.join('\n')
}

/** Facts about one thing in one line, escaped. `false` stands for a fact that does not apply. */
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

/** A part that clients show folded if it is long. */
export function fold(text: string): string {
  return `<blockquote expandable>${text}</blockquote>`
}

/** Options of every message of the bot: our markup, and no link preview. */
export const HTML_MESSAGE = {
  parse_mode: 'HTML',
  link_preview_options: { is_disabled: true },
} as const

/** Escapes text for a message of parse mode HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}
