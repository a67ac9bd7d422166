import { afterEach, describe, expect, test, vi } from 'vitest'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { loadMessages } from '#client/i18n/load-messages.ts'
import { ok, refuse } from '#tests/support/fake-api.ts'
import { createReadyServer, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'
import { en } from '#tests/support/words.ts'

type App = ReturnType<typeof openApp>

const { dataset } = document.documentElement
const sees = (app: App, words: string) => until(() => expect(app.text()).toContain(words))

afterEach(() => {
  delete dataset['stale']
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('what failed because the device was offline goes on by itself when it is online', async () => {
  const ready = createReadyServer()
  const device = { isOnline: true }
  const fetch: typeof ready.fetch = async (path, init) => {
    const answer = await ready.fetch(path, init)
    if (!device.isOnline) throw new TypeError('Failed to fetch')
    return answer
  }
  const app = openApp({ server: { ...ready, fetch }, isOnline: () => device.isOnline })
  await sees(app, '@ada')
  device.isOnline = false
  app.router.open({ screen: 'connect' })
  await sees(app, en.connect.telegramWallet)
  app.press(en.connect.telegramWallet)
  await sees(app, en.problems.offline)
  const before = ready.sentTo(createAttempt).length
  device.isOnline = true
  window.dispatchEvent(new Event('online'))
  await until(() => expect(app.wallets.calls).toContain('connect telegram-wallet'))
  expect(ready.sentTo(createAttempt)).toHaveLength(before + 1)
})

test('where the words of members’ screens do not arrive, that is said in those of the first, and they are asked for again', async () => {
  const net = { isUp: false }
  const app = openApp({
    loadMessages: (language) =>
      net.isUp ? loadMessages(language) : Promise.reject(new Error('no chunk')),
  })
  await sees(app, en.problems['server-unreachable'])
  net.isUp = true
  app.telegram.pressMainButton()
  await sees(app, '@ada')
  await sees(app, en.home.wallets)
})

/** A problem on the screen of an app of which a chunk is missing. */
async function openStale(page: () => Promise<Response>): Promise<App> {
  const server = createReadyServer()
  server.on(createAttempt, () => refuse('internal'))
  vi.stubGlobal('fetch', page)
  const app = openApp({ server, route: { screen: 'connect' } })
  await sees(app, en.connect.telegramWallet)
  app.press(en.connect.telegramWallet)
  await sees(app, en.problems.internal)
  dataset['stale'] = ''
  server.on(createAttempt, () => ok(server.attempt.current))
  return app
}

describe('“Try again” after a part of the app did not arrive', () => {
  test('loads the page anew, where it can be had', async () => {
    const reload = vi.spyOn(location, 'reload').mockReturnValue()
    const app = await openStale(async () => new Response())
    app.telegram.pressMainButton()
    await until(() => expect(reload).toHaveBeenCalledTimes(1))
  })

  test.each([
    ['does not answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is being looked after', async () => new Response(null, { status: 503 })],
  ])('tries the same again on this page, where the server %s', async (_, page) => {
    const reload = vi.spyOn(location, 'reload').mockReturnValue()
    const app = await openStale(page)
    app.telegram.pressMainButton()
    await until(() => expect(app.wallets.calls).toContain('connect telegram-wallet'))
    expect(reload).not.toHaveBeenCalled()
  })
})
