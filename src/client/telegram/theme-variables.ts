import { readableTheme } from '#shared/readable-theme.ts'

const PREFIX = '--tg-theme-'
/** WCAG 2.2 contrast of text: 1.4.3, and 1.4.6 for people who ask their system for more. */
const RATIO = 4.5
const HIGH_RATIO = 7

export type ColorScheme = 'light' | 'dark'

/**
 * Sets on the root element: Telegram's colours as `--tg-theme-*`, the page's own (`--text`), which are the same as far
 * as they are readable, and `data-theme`. Telegram's names are lower-case words (`bg_color`); ignores anything that is
 * not such a name with a colour in hex.
 *
 * @returns the accepted colours
 */
export function setThemeVariables(colors: object): Record<string, string> {
  const { style, dataset } = document.documentElement
  const taken = getColors(colors)
  for (const variable of Array.from(style))
    if (variable.startsWith(PREFIX)) style.removeProperty(variable)
  for (const name in taken) style.setProperty(PREFIX + name.replaceAll('_', '-'), taken[name] ?? '')
  const shown = readableTheme(taken, {
    prefersDark: prefers('color-scheme: dark'),
    ratio: prefers('contrast: more') ? HIGH_RATIO : RATIO,
  })
  for (const name in shown.colors) style.setProperty(`--${name}`, shown.colors[name] ?? '')
  dataset['theme'] = shown.isDark ? 'dark' : 'light'
  return taken
}

function getColors(given: object): Record<string, string> {
  const taken: Record<string, string> = {}
  const entries: [string, unknown][] = Object.entries(given)
  for (const [name, value] of entries) {
    const color = hexColor(value)
    if (/^[a-z_]{3,40}$/.test(name) && color !== null) taken[name] = color
  }
  return taken
}

function prefers(what: string): boolean {
  return matchMedia(`(prefers-${what})`).matches
}

/**
 * A colour in the format that clients should send, `#RRGGBB`; null for anything else. Expands the short form, and drops
 * transparency, because there is nothing under a theme.
 */
function hexColor(given: unknown): string | null {
  if (typeof given !== 'string') return null
  if (/^#[\da-f]{3,4}$/i.test(given)) return given.slice(0, 4).replaceAll(/[\da-f]/gi, '$&$&')
  return /^#[\da-f]{6}(?:[\da-f]{2})?$/i.test(given) ? given.slice(0, 7) : null
}
