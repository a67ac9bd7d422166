import { afterEach, expect, test, vi } from 'vitest'
import { setThemeVariables } from '#client/telegram/theme-variables.ts'

const root = document.documentElement
const shown = (name: string) => root.style.getPropertyValue(`--${name}`)

afterEach(() => {
  vi.restoreAllMocks()
  root.removeAttribute('style')
})

/** The system says yes to these questions, and no to all others. */
function systemPrefers(...queries: string[]): void {
  const answer = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.defineProperty(answer(query), 'matches', { value: queries.includes(query) }),
  )
}

test('text in the colour of its own ground is shown in one that can be read', () => {
  setThemeVariables({ bg_color: '#ffffff', text_color: '#ffffff', button_color: '#ffffff' })
  expect(shown('tg-theme-text-color')).toBe('#ffffff')
  expect(shown('text')).not.toBe('#ffffff')
  expect(shown('button')).not.toBe(shown('button-text'))
})

test('a colour that is transparent or none leaves a page that can be read', () => {
  setThemeVariables({ bg_color: 'transparent', text_color: '', hint_color: null })
  expect(shown('surface')).toBe('#ffffff')
  expect(shown('text')).toBe('#000000')
  expect(root.dataset['theme']).toBe('light')
})

test('of the theme before nothing is left', () => {
  setThemeVariables({ bg_color: '#17212b', link_color: '#6ab3f3' })
  const dark = shown('link')
  setThemeVariables({ bg_color: '#ffffff' })
  expect(shown('tg-theme-link-color')).toBe('')
  expect(shown('link')).not.toBe(dark)
})

test('who asks the system for more contrast gets more of it', () => {
  const theme = { bg_color: '#ffffff', hint_color: '#707579' }
  setThemeVariables(theme)
  const ordinary = shown('hint')
  systemPrefers('(prefers-contrast: more)')
  setThemeVariables(theme)
  expect(Number.parseInt(shown('hint').slice(1), 16)).toBeLessThan(
    Number.parseInt(ordinary.slice(1), 16),
  )
})

test('without a theme the system says whether the page is dark', () => {
  systemPrefers('(prefers-color-scheme: dark)')
  setThemeVariables({})
  expect(root.dataset['theme']).toBe('dark')
})
