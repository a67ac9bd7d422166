import { readableTheme } from '#shared/readable-theme.ts'

const PREFIX = '--tg-theme-'
/** WCAG 2.2 contrast of text: 1.4.3, and 1.4.6 for people who ask their system for more. */
const RATIO = 4.5
const HIGH_RATIO = 7

export type ColorScheme = 'light' | 'dark'

/**
 * Sets on the root element: Telegram's colours as `--tg-theme-*`, the page's own (`--text`), which are the same as far
 * as they are readable, and `data-theme`. Telegram's names are lower-case words (`bg_color`). A colour that is not given,
 * or cannot be read, stays as it was, unless the given ground turns a dark page light or a light page dark.
 *
 * @returns Telegram's colours on the page
 */
export function setThemeVariables(colors: object): Record<string, string> {
  const { style, dataset } = document.documentElement
  const given = getColors(colors)
  const hasGround = 'bg_color' in given || 'section_bg_color' in given
  const isTurned = hasGround && makeReadable(given).isDark !== (dataset['theme'] === 'dark')
  if (isTurned) for (const variable of findVariables(style)) style.removeProperty(variable)
  for (const name in given) style.setProperty(PREFIX + name.replaceAll('_', '-'), given[name] ?? '')
  const taken = getTaken(style)
  const shown = makeReadable(taken)
  for (const name in shown.colors) style.setProperty(`--${name}`, shown.colors[name] ?? '')
  dataset['theme'] = shown.isDark ? 'dark' : 'light'
  return taken
}

function makeReadable(colors: Record<string, string>) {
  return readableTheme(colors, {
    prefersDark: prefers('color-scheme: dark'),
    ratio: prefers('contrast: more') ? HIGH_RATIO : RATIO,
  })
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

/** The variables of Telegram's colours on the page now. */
function findVariables(style: CSSStyleDeclaration): string[] {
  return Array.from(style).filter((name) => name.startsWith(PREFIX))
}

function getTaken(style: CSSStyleDeclaration): Record<string, string> {
  const names = findVariables(style)
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
