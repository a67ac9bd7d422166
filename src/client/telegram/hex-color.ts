/**
 * A colour as clients are to send it, `#RRGGBB`; null for what is none. The short form is written out, and what
 * shines through is taken as if it did not: a theme lies over nothing.
 */
export function hexColor(given: unknown): string | null {
  if (typeof given !== 'string') return null
  if (/^#[\da-f]{3,4}$/i.test(given)) return given.slice(0, 4).replaceAll(/[\da-f]/gi, '$&$&')
  return /^#[\da-f]{6}(?:[\da-f]{2})?$/i.test(given) ? given.slice(0, 7) : null
}
