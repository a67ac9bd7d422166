import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTelegramHost, visit, type TelegramHost } from '#tests/support/telegram-host.ts'

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
