import { afterEach, expect, test, vi } from 'vitest'
import { setThemeVariables } from '#client/telegram/theme-variables.ts'

const root = document.documentElement
const shown = (name: string) => root.style.getPropertyValue(`--${name}`)

afterEach(() => {
  vi.restoreAllMocks()
  root.removeAttribute('style')
})

/** The system matches these media queries and no others. */
function systemPrefers(...queries: string[]): void {
  const answer = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.defineProperty(answer(query), 'matches', { value: queries.includes(query) }),
  )
}

test('the page replaces a text colour that equals its background by one that can be read', () => {
  setThemeVariables({ bg_color: '#ffffff', text_color: '#ffffff', button_color: '#ffffff' })
  expect(shown('tg-theme-text-color')).toBe('#ffffff')
  expect(shown('text')).not.toBe('#ffffff')
  expect(shown('button')).not.toBe(shown('button-text'))
})

test('the page can be read when a colour is transparent or missing', () => {
  setThemeVariables({ bg_color: 'transparent', text_color: '', hint_color: null })
  expect(shown('surface')).toBe('#ffffff')
  expect(shown('text')).toBe('#000000')
  expect(root.dataset['theme']).toBe('light')
})

const DARK = {
  bg_color: '#17212b',
  section_bg_color: '#232e3c',
  text_color: '#f5f5f5',
  link_color: '#6ab3f3',
}

/** As Android may send them: whole numbers, with and without a sign, opaque or not. */
const DARK_NUMBERS = {
  bg_color: 0xff17212b,
  section_bg_color: 0xff232e3c | 0,
  text_color: 0xf5f5f5,
  link_color: 0x6ab3f3,
}

test.each([
  ['none', {}],
  ['nulls', { bg_color: null, text_color: null }],
  ['other types', { bg_color: ['#ffffff'], text_color: { r: 1 }, link_color: true }],
  ['broken numbers', { bg_color: 1.5, text_color: Number.NaN, link_color: Infinity }],
  ['one of the same', { link_color: DARK.link_color }],
  ['whole numbers', DARK_NUMBERS],
])('a dark page stays as it is when Telegram’s next theme has these colours: %s', (_, colors) => {
  setThemeVariables(DARK)
  const before = root.getAttribute('style')
  expect(setThemeVariables(colors)).toEqual(DARK)
  expect(root.getAttribute('style')).toBe(before)
  expect(root.dataset['theme']).toBe('dark')
})

test('a launch with whole numbers has the colours of the same launch in hex', () => {
  expect(setThemeVariables(DARK_NUMBERS)).toEqual(DARK)
  expect(root.dataset['theme']).toBe('dark')
})

test('a ground that turns the page keeps no colour of the former theme', () => {
  setThemeVariables(DARK)
  const dark = shown('link')
  setThemeVariables({ bg_color: '#ffffff' })
  expect(root.dataset['theme']).toBe('light')
  expect(shown('tg-theme-link-color')).toBe('')
  expect(shown('link')).not.toBe(dark)
  setThemeVariables({ bg_color: DARK.bg_color, text_color: DARK.text_color })
  expect(root.dataset['theme']).toBe('dark')
  expect(shown('surface')).toBe(DARK.bg_color)
})

test('a theme with some colours changes these, and the page stays readable', () => {
  setThemeVariables(DARK)
  setThemeVariables({ text_color: '#232e3c' })
  expect(shown('tg-theme-text-color')).toBe('#232e3c')
  expect(shown('tg-theme-link-color')).toBe(DARK.link_color)
  expect(shown('text')).not.toBe('#232e3c')
})

test('a member who prefers more contrast gets more contrast', () => {
  const theme = { bg_color: '#ffffff', hint_color: '#707579' }
  setThemeVariables(theme)
  const ordinary = shown('hint')
  systemPrefers('(prefers-contrast: more)')
  setThemeVariables(theme)
  expect(Number.parseInt(shown('hint').slice(1), 16)).toBeLessThan(
    Number.parseInt(ordinary.slice(1), 16),
  )
})

test('the system decides whether the page is dark when there is no theme', () => {
  systemPrefers('(prefers-color-scheme: dark)')
  setThemeVariables({})
  expect(root.dataset['theme']).toBe('dark')
})
