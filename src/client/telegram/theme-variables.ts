const PREFIX = '--tg-theme-'
/** Of 0 to 255: a background darker than this makes a dark theme. */
const DARK_BELOW_LUMINANCE = 128

export type ColorScheme = 'light' | 'dark'

/**
 * Sets Telegram's colours as `--tg-theme-*` on the root element and `data-theme` beside them.
 * Telegram's names are lower-case words (`bg_color`); anything that is not such a name with a
 * `#RRGGBB` value is left out.
 *
 * @returns the colours that were taken
 */
export function setThemeVariables(colors: object): Record<string, string> {
  const { style, dataset } = document.documentElement
  const taken: Record<string, string> = {}
  const given: [string, unknown][] = Object.entries(colors)
  for (const [name, color] of given)
    if (/^[a-z_]{3,40}$/.test(name) && typeof color === 'string' && /^#[\da-f]{6}$/i.test(color))
      taken[name] = color
  for (const variable of Array.from(style))
    if (variable.startsWith(PREFIX)) style.removeProperty(variable)
  for (const name in taken) style.setProperty(PREFIX + name.replaceAll('_', '-'), taken[name] ?? '')
  dataset['theme'] = schemeOf(taken['bg_color'])
  return taken
}

/** Light or dark by the background; by the system's wish where Telegram gave no background. */
function schemeOf(background: string | undefined): ColorScheme {
  if (background === undefined)
    return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const rgb = parseInt(background.slice(1), 16)
  // Perceived brightness of sRGB, ITU-R BT.601.
  const luminance = 0.299 * (rgb >> 16) + 0.587 * ((rgb >> 8) & 255) + 0.114 * (rgb & 255)
  return luminance < DARK_BELOW_LUMINANCE ? 'dark' : 'light'
}
