import { readableTheme } from '#shared/readable-theme.ts'

const PREFIX = '--tg-theme-'
/** WCAG 2.2 contrast of text: 1.4.3, and 1.4.6 for people who ask their system for more. */
const RATIO = 4.5
const HIGH_RATIO = 7

export type ColorScheme = 'light' | 'dark'

/**
 * Sets on the root element: Telegram's colours as `--tg-theme-*`, the page's own (`--text`), which are the same as far
 * as they are readable, and `data-theme`. Telegram's names are lower-case words (`bg_color`). A colour that is not given,
 * or cannot be read, stays as it was.
 *
 * @returns Telegram's colours on the page
 */
export function setThemeVariables(colors: object): Record<string, string> {
  const { style, dataset } = document.documentElement
  for (const [name, value] of Object.entries(colors)) {
    const color = hexColor(value)
    if (/^[a-z_]{3,40}$/.test(name) && color !== null)
      style.setProperty(PREFIX + name.replaceAll('_', '-'), color)
  }
  const taken = getTaken(style)
  const shown = readableTheme(taken, {
    prefersDark: prefers('color-scheme: dark'),
    ratio: prefers('contrast: more') ? HIGH_RATIO : RATIO,
  })
  for (const name in shown.colors) style.setProperty(`--${name}`, shown.colors[name] ?? '')
  dataset['theme'] = shown.isDark ? 'dark' : 'light'
  return taken
}

function getTaken(style: CSSStyleDeclaration): Record<string, string> {
  const names = Array.from(style).filter((name) => name.startsWith(PREFIX))
  return Object.fromEntries(
    names.map((name) => [
      name.slice(PREFIX.length).replaceAll('-', '_'),
      style.getPropertyValue(name),
    ]),
  )
}

function prefers(what: string): boolean {
  return matchMedia(`(prefers-${what})`).matches
}

/**
 * A colour as `#RRGGBB`, which clients should send; null for anything else. Reads the whole numbers that Android may send
 * (ARGB), expands the short form, and drops transparency, because there is nothing under a theme.
 */
function hexColor(given: unknown): string | null {
  if (Number.isInteger(given)) return `#${(Number(given) & 0xffffff).toString(16).padStart(6, '0')}`
  if (typeof given !== 'string') return null
  if (/^#[\da-f]{3,4}$/i.test(given)) return given.slice(0, 4).replaceAll(/[\da-f]/gi, '$&$&')
  return /^#[\da-f]{6}(?:[\da-f]{2})?$/i.test(given) ? given.slice(0, 7) : null
}
