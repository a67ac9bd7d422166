import { expect, onTestFinished, test, vi } from 'vitest'
import { noteLanguage } from '#client/app/note-language.ts'

test('the cookie contains only a language code, lasts a year, and is sent with no request from elsewhere', () => {
  const setCookie = vi.fn()
  noteLanguage('fa', setCookie)
  noteLanguage(null, setCookie)
  expect(setCookie.mock.calls).toEqual([
    ['lang=fa; path=/; max-age=31536000; samesite=lax'],
    ['lang=; path=/; max-age=0; samesite=lax'],
  ])
})

test('over https no other host can set the cookie', () => {
  vi.stubGlobal('location', { protocol: 'https:' })
  onTestFinished(() => void vi.unstubAllGlobals())
  const setCookie = vi.fn()
  noteLanguage('fa', setCookie)
  expect(setCookie).toHaveBeenCalledWith(
    '__Host-lang=fa; path=/; max-age=31536000; samesite=lax; secure',
  )
})

const blocked = () => {
  throw new DOMException('denied', 'SecurityError')
}

test('the app works where cookies are blocked', () => {
  expect(() => noteLanguage('fa', blocked)).not.toThrow()
})
