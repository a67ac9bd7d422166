/**
 * A colour in the format that clients should send, `#RRGGBB`; null for anything else. Expands the short form, and drops
 * transparency, because there is nothing under a theme.
 */
export function hexColor(given: unknown): string | null {
  if (typeof given !== 'string') return null
  if (/^#[\da-f]{3,4}$/i.test(given)) return given.slice(0, 4).replaceAll(/[\da-f]/gi, '$&$&')
  return /^#[\da-f]{6}(?:[\da-f]{2})?$/i.test(given) ? given.slice(0, 7) : null
}
