import * as v from 'valibot'
import { LANGUAGES } from '#shared/languages.ts'
import { readableTheme } from '#shared/readable-theme.ts'
import { getPalette, PLATFORMS, type Theme } from '../telegram/theme-params.ts'

/** Besides Telegram's own: one that nobody could read, and none at all. */
const LOOK_THEMES = ['day', 'night', 'unreadable', 'none'] as const
const LOOK_PLATFORMS = [...PLATFORMS, 'browser'] as const
const DIRECTIONS = ['ltr', 'rtl'] as const
/** Of the text, in percent. */
const SIZES = ['100', '200'] as const

export const LOOK_CHOICES = {
  theme: LOOK_THEMES,
  platform: LOOK_PLATFORMS,
  direction: DIRECTIONS,
  language: LANGUAGES,
  size: SIZES,
} as const

const LookSchema = v.object({
  theme: v.fallback(v.picklist(LOOK_THEMES), 'day'),
  platform: v.fallback(v.picklist(LOOK_PLATFORMS), 'ios'),
  direction: v.fallback(v.picklist(DIRECTIONS), 'ltr'),
  language: v.fallback(v.picklist(LANGUAGES), 'en'),
  size: v.fallback(v.picklist(SIZES), '100'),
})

/** How the components are shown. */
export type PageLook = v.InferOutput<typeof LookSchema>

/** As the page's address says; what it does not say, or not so that it could be, is as on an iPhone by day. */
export function readPageLook({ searchParams }: URL): PageLook {
  return v.parse(LookSchema, Object.fromEntries(searchParams))
}

/** Puts the look on the page, in the ways in which the Mini App gets it, and into its address. */
export function applyLook(look: PageLook): void {
  const { dataset, style } = document.documentElement
  const { isDark, colors } = readableTheme(getTheme(look), { prefersDark: false, ratio: 4.5 })
  for (const [name, color] of Object.entries(colors)) style.setProperty(`--${name}`, color)
  style.fontSize = `${look.size}%`
  dataset['theme'] = isDark ? 'dark' : 'light'
  if (look.platform === 'browser') delete dataset['platform']
  else dataset['platform'] = look.platform
  document.documentElement.dir = look.direction
  document.documentElement.lang = look.language
  history.replaceState(null, '', `?${new URLSearchParams(look)}`)
}

function getTheme({ theme, platform }: PageLook): Record<string, string> {
  if (theme === 'none') return {}
  const known: Theme = theme === 'night' ? 'night' : 'day'
  const palette = getPalette(platform === 'browser' ? 'ios' : platform, known)
  if (theme !== 'unreadable') return palette
  const grey = Object.keys(palette).map((name) => [name, '#808080'] as const)
  return Object.fromEntries(grey)
}
