import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  initDataOf,
  openTelegramHost,
  visit,
  type TelegramHost,
} from '#tests/support/telegram-host.ts'

let host: TelegramHost | null = null

beforeEach(() => {
  document.body.innerHTML =
    '<div id="root"><button data-intent="connect"><b>Connect</b></button></div>' +
    '<template id="outside"><main>Open in Telegram</main></template>'
})

afterEach(() => {
  host?.close()
  host = null
  for (const name of Object.keys(document.documentElement.dataset))
    delete document.documentElement.dataset[name]
})

/** Runs the page's inline scripts: the one in the head, and the call below the root element. */
async function runEarly(): Promise<void> {
  vi.resetModules()
  await import('#client/early.ts')
  const settle: unknown = Reflect.get(window, 'settleFirstScreen')
  if (typeof settle === 'function') Reflect.apply(settle, window, [])
}

const shown = () => document.getElementById('root')?.textContent
const tap = () => document.querySelector('b')?.click()
const { dataset } = document.documentElement

test('Home stays where it is in Telegram', async () => {
  host = openTelegramHost()
  await runEarly()
  expect(shown()).toBe('Connect')
})

test('a launch without signed data shows the way back to Telegram instead of Home', async () => {
  host = openTelegramHost()
  visit('/#tgWebAppPlatform=ios&tgWebAppVersion=9.1')
  await runEarly()
  expect(shown()).toBe('Open in Telegram')
})

test('outside Telegram the page says so before the app has loaded', async () => {
  visit('/')
  await runEarly()
  expect(shown()).toBe('Open in Telegram')
})

test('a tap before the app has taken over is kept, a later one is not', async () => {
  host = openTelegramHost()
  await runEarly()
  tap()
  expect(dataset['intent']).toBe('connect')
  delete dataset['intent']
  dataset['hydrated'] = ''
  tap()
  expect(dataset['intent']).toBeUndefined()
})

const CODE = 'r1_AAAAAAAAAAAAAAAAAAAAAA'

test('a connect request’s link leads to the request, and Home is not shown on the way', async () => {
  host = openTelegramHost({ initData: initDataOf({ start_param: CODE }) })
  const { search, hash } = location
  await runEarly()
  expect(location.pathname).toBe(`/r/${CODE}`)
  expect([location.search, location.hash]).toEqual([search, hash])
  expect(shown()).toBe('')
})

test.each([
  'R1_AAAAAAAAAAAAAAAAAAAAAA',
  'c1_AAAAAAAAAAAAAAAAAAAAAA',
  `${CODE}A`,
  `${CODE}/connect`,
  'r1_',
])('a start_param of %s leads Home', async (code) => {
  host = openTelegramHost({ initData: initDataOf({ start_param: code }) })
  await runEarly()
  expect(location.pathname).toBe('/')
  expect(shown()).toBe('Connect')
})

test('a start_param that Telegram did not sign counts for nothing', async () => {
  host = openTelegramHost()
  visit(`/?tgWebAppStartParam=${CODE}${location.hash}`)
  await runEarly()
  expect(location.pathname).toBe('/')
})

test('who went Home from the request stays there after a reload', async () => {
  host = openTelegramHost({ initData: initDataOf({ start_param: CODE }) })
  history.replaceState({ depth: 0, before: null }, '', location.href)
  await runEarly()
  expect(location.pathname).toBe('/')
  expect(shown()).toBe('Connect')
})
