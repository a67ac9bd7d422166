import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PLATFORMS, THEMES, getPalette } from '#demo/telegram/theme-params.ts'
import { type GivenTheme, readableTheme } from '#shared/readable-theme.ts'

const NAMES = [
  'bg_color',
  'section_bg_color',
  'secondary_bg_color',
  'text_color',
  'hint_color',
  'subtitle_text_color',
  'section_header_text_color',
  'link_color',
  'accent_text_color',
  'destructive_text_color',
  'button_color',
  'button_text_color',
]

const color = fc
  .tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 255 })))
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`)
/** Greys around the middle, on which neither black nor white stands out much. */
const middle = fc.integer({ min: 0x60, max: 0x90 }).map((part) => `#${part.toString(16).repeat(3)}`)
/** A theme of few colours, so that texts meet their own background. */
const few = fc.constantFrom('#000000', '#ffffff', '#777777', '#ff0000', '#0000ff', '#ffff00')

const anyTheme = fc.oneof(color, middle, few).chain((one) =>
  fc.dictionary(fc.constantFrom(...NAMES), fc.oneof(color, middle, few, fc.constant(one)), {
    maxKeys: NAMES.length,
  }),
)

/** The contrast of a text, written after the specification, independent of the code under test. */
function getRatio(one: string, other: string): number {
  const [a, b] = [one, other].map((hex) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const part = parseInt(hex.slice(at, at + 2), 16) / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
  })
  return Math.max((a ?? 0) / (b ?? 1), (b ?? 0) / (a ?? 1))
}

/** Every text with every background under it. */
function getPairs(given: GivenTheme, ratio: number, prefersDark = false) {
  const { colors } = readableTheme(given, { prefersDark, ratio })
  const of = (name: string) => colors[name] ?? ''
  const texts = ['text', 'hint', 'link', 'danger', 'success', 'warning']
  const pairs = texts.flatMap((text) =>
    ['surface', 'bg'].map((background) => [text, background] as const),
  )
  return [...pairs, ['header', 'bg'] as const, ['button-text', 'button'] as const].map(
    ([text, background]) => ({ text, background, ratio: getRatio(of(text), of(background)) }),
  )
}

describe.each([4.5, 7])('at a ratio of %s', (ratio) => {
  test('every text of every theme can be read', () => {
    fc.assert(
      fc.property(anyTheme, fc.boolean(), (given, prefersDark) => {
        expect(getPairs(given, ratio, prefersDark).filter((pair) => pair.ratio < ratio)).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  test('the texts of pressed buttons can be read too', () => {
    fc.assert(
      fc.property(anyTheme, (given) => {
        const { colors } = readableTheme(given, { prefersDark: false, ratio })
        const pressed = over(colors['fill'] ?? '', colors['surface'] ?? '')
        for (const name of ['text', 'hint', 'link', 'danger'])
          expect(getRatio(colors[name] ?? '', pressed)).toBeGreaterThanOrEqual(ratio)
      }),
    )
  })
})

/** The visible colour of a transparent one on another. */
function over(tint: string, background: string): string {
  const alpha = parseInt(tint.slice(7), 16) / 255
  const parts = [1, 3, 5].map((at) => {
    const [upper = 0, lower = 0] = [tint, background].map((hex) =>
      parseInt(hex.slice(at, at + 2), 16),
    )
    return Math.round(lower + (upper - lower) * alpha)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}

const GOOD: Record<string, GivenTheme> = {
  light: {
    bg_color: '#ffffff',
    secondary_bg_color: '#f2f2f7',
    text_color: '#111111',
    hint_color: '#55555a',
    section_header_text_color: '#606066',
    link_color: '#0a4fa8',
    destructive_text_color: '#a3211c',
    button_color: '#0b5cc4',
    button_text_color: '#ffffff',
  },
  dark: {
    bg_color: '#1c242c',
    secondary_bg_color: '#10161c',
    text_color: '#f5f5f5',
    hint_color: '#b4c0cc',
    section_header_text_color: '#9ab4cc',
    link_color: '#8cc4ff',
    destructive_text_color: '#ff9d97',
    button_color: '#8cc4ff',
    button_text_color: '#101010',
  },
}

test.each(['light', 'dark'])('a %s theme that can be read stays as it is', (name) => {
  const given = GOOD[name] ?? {}
  const { isDark, colors } = readableTheme(given, { prefersDark: false, ratio: 4.5 })
  expect(isDark).toBe(name === 'dark')
  expect(colors).toMatchObject({
    surface: given['bg_color'],
    bg: given['secondary_bg_color'],
    text: given['text_color'],
    hint: given['hint_color'],
    header: given['section_header_text_color'],
    link: given['link_color'],
    danger: given['destructive_text_color'],
    button: given['button_color'],
    'button-text': given['button_text_color'],
  })
})

test('no colour is moved further than necessary', () => {
  fc.assert(
    fc.property(color, color, (background, text) => {
      const given = {
        bg_color: background,
        secondary_bg_color: background,
        section_header_text_color: text,
      }
      const { colors } = readableTheme(given, { prefersDark: false, ratio: 4.5 })
      const { header = '', bg = '' } = colors
      if (header === text) return
      // One step back, where no part has been cut off at its end, it could not be read.
      const parts = [1, 3, 5].map((at) => parseInt(header.slice(at, at + 2), 16))
      if (parts.some((part) => part === 0 || part === 255)) return
      const back = parts[0] !== undefined && parts[0] > parseInt(text.slice(1, 3), 16) ? -1 : 1
      const before = `#${parts.map((part) => (part + back).toString(16).padStart(2, '0')).join('')}`
      expect(getRatio(before, bg)).toBeLessThan(4.5)
    }),
  )
})

test.each(PLATFORMS.flatMap((platform) => THEMES.map((theme) => [platform, theme] as const)))(
  'Telegram’s own grounds and texts of %s by %s stay as they are',
  (platform, theme) => {
    const palette = getPalette(platform, theme)
    const { isDark, colors } = readableTheme(palette, { prefersDark: false, ratio: 4.5 })
    expect(isDark).toBe(theme === 'night')
    expect(getPairs(palette, 4.5).filter(({ ratio }) => ratio < 4.5)).toEqual([])
    expect(colors).toMatchObject({
      surface: palette.section_bg_color,
      bg: palette.secondary_bg_color,
      text: palette.text_color,
    })
  },
)

test.each([true, false])(
  'the system decides whether a theme without any colour is dark: %s',
  (prefersDark) => {
    const { isDark, colors } = readableTheme({}, { prefersDark, ratio: 4.5 })
    expect(isDark).toBe(prefersDark)
    expect(getPairs({}, 4.5, prefersDark).every(({ ratio }) => ratio >= 4.5)).toBe(true)
    expect(Object.values(colors).every((value) => /^#[\da-f]{6}([\da-f]{2})?$/.test(value))).toBe(
      true,
    )
  },
)

test('a theme of one colour gets texts, links and a button that differ from it', () => {
  const given = Object.fromEntries(NAMES.map((name) => [name, '#808080']))
  expect(getPairs(given, 4.5).filter(({ ratio }) => ratio < 4.5)).toEqual([])
})
