import { atom, type ReadableAtom } from 'nanostores'
import type { TelegramClient } from './client.ts'
import { getFields } from './get-fields.ts'
import { paintTheme } from './paint-theme.ts'
import type { ColorScheme } from './theme-variables.ts'

/** The colours on the page: Telegram's, as far as they are readable. Null for one that is not known. */
export type PageColors = Readonly<Record<'bg' | 'link' | 'button' | 'button-text', Color | null>>

type Color = `#${string}`

/**
 * Follows Telegram's theme: variables, `data-theme` and the colours of Telegram's own bars. The
 * colours of the launch are set before the first paint (`early.ts`); a reload may have missed a change
 * since, so the current ones are requested.
 */
export function followTheme(client: TelegramClient): {
  colorScheme: ReadableAtom<ColorScheme>
  colors: ReadableAtom<PageColors>
} {
  const colorScheme = atom(shownScheme())
  const colors = atom(shownColors())
  client.on('theme_changed', (data) => {
    paintTheme(getFields(getFields(data)['theme_params']))
    colors.set(shownColors())
    colorScheme.set(shownScheme())
  })
  colors.subscribe(({ bg }) => paintBars(client, bg))
  client.post('web_app_request_theme')
  return { colorScheme, colors }
}

/** The scheme on the page now. */
export function shownScheme(): ColorScheme {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'
}

/** The colours on the page now. */
export function shownColors(): PageColors {
  const { style } = document.documentElement
  const findColor = (name: string) => {
    const color = style.getPropertyValue(`--${name}`)
    return isColor(color) ? color : null
  }
  return {
    bg: findColor('bg'),
    link: findColor('link'),
    button: findColor('button'),
    'button-text': findColor('button-text'),
  }
}

/** Header, overscroll and bottom bar continue the page, whose background is Telegram's secondary background. */
function paintBars({ canColorHeader, post }: TelegramClient, color: Color | null): void {
  if (color === null) return
  const header = canColorHeader ? { color } : { color_key: 'secondary_bg_color' as const }
  post('web_app_set_header_color', header)
  post('web_app_set_background_color', { color })
  post('web_app_set_bottom_bar_color', { color })
}

function isColor(color: string): color is Color {
  return /^#[\da-f]{6}$/i.test(color)
}
