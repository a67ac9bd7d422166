import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { failureMessages } from '#client/i18n/failure-messages.ts'
import { START_LIMIT_MS, watchStart } from '#client/before-react/watch-start.ts'

const { dataset } = document.documentElement

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML =
    '<div id="root"><button>Connect</button></div><script type="text/plain"></script>'
  document.documentElement.lang = 'fa'
})

afterEach(() => {
  vi.useRealTimers()
  delete dataset['hydrated']
  delete dataset['settling']
  delete dataset['old']
  document.documentElement.lang = 'en'
  document.body.replaceChildren()
})

const root = () => document.getElementById('root')
const failure = () => document.querySelector('main')

function failScript(): void {
  document.querySelector('script')?.dispatchEvent(new Event('error'))
}

async function hydrate(): Promise<void> {
  dataset['hydrated'] = ''
  await vi.advanceTimersByTimeAsync(0)
}

test('a page whose app never starts says so, in its language, and can be reloaded', () => {
  watchStart()
  vi.advanceTimersByTime(START_LIMIT_MS - 1)
  expect(failure()).toBeNull()
  vi.advanceTimersByTime(1)
  expect(root()?.style.display).toBe('none')
  expect(failure()?.dir).toBe('rtl')
  expect(failure()?.querySelector('button')?.textContent).toBe('بارگذاری دوباره')
})

test('a script that cannot be loaded is reported immediately', () => {
  watchStart()
  failScript()
  expect(failure()?.querySelector('h1')?.textContent).not.toBe('')
  failScript()
  expect(document.querySelectorAll('main')).toHaveLength(1)
})

test('a script that fails before the page has been read is reported when there is a page', () => {
  watchStart()
  const reading = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading')
  failScript()
  expect(failure()).toBeNull()
  reading.mockRestore()
  document.dispatchEvent(new Event('DOMContentLoaded'))
  expect(failure()).not.toBeNull()
})

test('an app that starts late takes the page over', async () => {
  watchStart()
  vi.advanceTimersByTime(START_LIMIT_MS)
  await hydrate()
  expect(failure()).toBeNull()
  expect(root()?.style.display).toBe('')
})

test('an app that started in time is left alone, whatever script fails later', async () => {
  watchStart()
  await hydrate()
  failScript()
  vi.advanceTimersByTime(START_LIMIT_MS)
  expect(failure()).toBeNull()
  expect(root()?.style.display).toBe('')
})

describe('an error before the app has started', () => {
  test.each([
    [location.origin, true],
    ['chrome-extension://abc', false],
  ])('of a script from %s shows the failure: %s', (origin, isShown) => {
    dataset['settling'] = ''
    watchStart()
    window.dispatchEvent(new ErrorEvent('error', { filename: `${origin}/script.js` }))
    expect(failure() !== null).toBe(isShown)
    expect(dataset['settling']).toBe(isShown ? undefined : '')
  })
})

test('an engine below the floor reads why, at once and without a button that would not help', () => {
  vi.stubGlobal('structuredClone', undefined)
  watchStart()
  vi.advanceTimersByTime(0)
  expect(dataset['old']).toBe('')
  expect(failure()?.textContent).toBe(failureMessages('fa').old)
  vi.unstubAllGlobals()
})

describe('a page that reports a failed start on its own', () => {
  test('keeps its own report', () => {
    watchStart()
    document.body.innerHTML = '<div id="root"><p role="alert">That did not work</p></div>'
    vi.advanceTimersByTime(START_LIMIT_MS)
    expect(failure()).toBeNull()
    expect(root()?.style.display).toBe('')
  })
})
