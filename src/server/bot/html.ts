const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as it must stand in a message of parse mode HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}

/** A message in Telegram's HTML: the literal is markup, everything put into it is escaped. */
export function html(parts: TemplateStringsArray, ...values: string[]): string {
  return String.raw({ raw: parts }, ...values.map(escapeHtml))
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
