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

test('replaces a text colour that equals its background by one that can be read', () => {
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

test('a new theme removes every colour of the former theme', () => {
  setThemeVariables({ bg_color: '#17212b', link_color: '#6ab3f3' })
  const dark = shown('link')
  setThemeVariables({ bg_color: '#ffffff' })
  expect(shown('tg-theme-link-color')).toBe('')
  expect(shown('link')).not.toBe(dark)
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
