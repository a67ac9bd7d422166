import { expect, test, vi } from 'vitest'
import { noteLanguage } from '#client/app/note-language.ts'

test('the note is a code of a language and nothing else, for a year, and sent with no request from elsewhere', () => {
  const setCookie = vi.fn()
  noteLanguage('fa', setCookie)
  noteLanguage(null, setCookie)
  expect(setCookie.mock.calls).toEqual([
    ['lang=fa; path=/; max-age=31536000; samesite=lax'],
    ['lang=; path=/; max-age=0; samesite=lax'],
  ])
})

const blocked = () => {
  throw new DOMException('denied', 'SecurityError')
}

test('where cookies are blocked nothing breaks', () => {
  expect(() => noteLanguage('fa', blocked)).not.toThrow()
})
