import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { ErrorBoundary } from '#client/app/error-boundary.tsx'
import { LANGUAGES } from '#shared/languages.ts'
import { until } from '#tests/support/until.ts'

afterEach(() => {
  document.documentElement.lang = 'en'
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

function Broken(): never {
  throw new Error('broken')
}

test.each(LANGUAGES)(
  'a screen that throws is replaced by one in %s that loads the app again',
  async (language) => {
    const reload = vi.spyOn(location, 'reload').mockReturnValue()
    document.documentElement.lang = language
    const container = document.createElement('div')
    document.body.append(container)
    const caught: unknown[] = []
    const root = createRoot(container, { onCaughtError: (error) => caught.push(error) })
    root.render(
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>,
    )
    await until(() => expect(container.querySelector('[role=alert] h1')).not.toBeNull())
    expect(caught).toHaveLength(1)
    const text = container.textContent
    expect(text).toMatch(/\p{L}{3}/u)
    if (language === 'ru') expect(text).toMatch(/[а-яё]/iu)
    if (language === 'fa') expect(text).toMatch(/[\u0600-\u06ff]/u)
    container.querySelector('button')?.click()
    expect(reload).toHaveBeenCalledTimes(1)
    root.unmount()
  },
)
