import { on } from '@telegram-apps/sdk-react'
import { atom, type ReadableAtom } from 'nanostores'
import type { Client } from './client.ts'
import { setThemeVariables, type ColorScheme } from './theme-variables.ts'

/**
 * Follows Telegram's theme: variables, `data-theme` and the colours of Telegram's own bars. The
 * colours of the launch are set before the first paint (`early.ts`); a reload may have missed a change
 * since, so the present ones are asked for.
 */
export function followTheme(client: Client): ReadableAtom<ColorScheme> {
  const scheme = atom(shownScheme())
  on('theme_changed', ({ theme_params: colors }) => {
    paintBars(client, setThemeVariables(colors)['secondary_bg_color'])
    scheme.set(shownScheme())
  })
  paintBars(
    client,
    document.documentElement.style.getPropertyValue('--tg-theme-secondary-bg-color') || undefined,
  )
  client.post('web_app_request_theme')
  return scheme
}

/** The scheme that is on the page now. */
export function shownScheme(): ColorScheme {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'
}

/** Header, overscroll and bottom bar continue the page, whose ground is the secondary background. */
function paintBars({ post }: Client, color: string | undefined): void {
  if (!isColor(color)) return
  post('web_app_set_header_color', { color_key: 'secondary_bg_color' })
  post('web_app_set_background_color', { color })
  post('web_app_set_bottom_bar_color', { color })
}

function isColor(color: string | undefined): color is `#${string}` {
  return color?.startsWith('#') ?? false
}
