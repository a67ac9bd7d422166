import { afterEach, expect, test, vi } from 'vitest'
import { showStartFailure } from '#client/before-react/start-failure.ts'

afterEach(() => {
  document.documentElement.lang = 'en'
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

test.each([
  ['en', 'ltr', 'Reload'],
  ['ru', 'ltr', 'Перезагрузить'],
  ['es', 'ltr', 'Recargar'],
  ['fa', 'rtl', 'بارگذاری دوباره'],
  ['', 'ltr', 'Reload'],
])('a page in "%s" that cannot start says so, %s, and can be reloaded', (lang, dir, label) => {
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  const error = new Error('boot data is missing')
  document.documentElement.lang = lang
  showStartFailure(error)
  const main = document.querySelector('main')
  expect(main?.dir).toBe(dir)
  expect(main?.querySelector('h1')?.textContent).not.toBe('')
  expect(main?.querySelector('button')?.textContent).toBe(label)
  expect(reported).toHaveBeenCalledWith(error)
})
