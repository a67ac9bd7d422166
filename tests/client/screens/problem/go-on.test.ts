import { afterEach, describe, expect, test, vi } from 'vitest'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { loadMessages } from '#client/i18n/load-messages.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { type MemberApp, openMemberApp } from '#tests/support/open-member-app.tsx'
import { until } from '#tests/support/until.ts'
import { en } from '#tests/support/messages.ts'

const { dataset } = document.documentElement

afterEach(() => {
  delete dataset['stale']
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('an action that failed because the device was offline continues automatically when it is online', async () => {
  const server = await startAppServer()
  const app = openMemberApp(server)
  await app.sees('@ada')
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const reconnect = server.cut()
  app.router.open({ screen: 'connect' })
  await app.tap(en.connect.walletInTelegram('Wallet'))
  await app.sees(en.problems.offline)
  const before = server.sentTo(createAttempt).length
  online.mockRestore()
  reconnect()
  window.dispatchEvent(new Event('online'))
  await until(() => expect(app.wallets.calls).toContain('connect telegram-wallet'))
  expect(server.sentTo(createAttempt)).toHaveLength(before + 1)
})

test('messages of members’ screens that do not arrive are reported in those of the first screen, and loaded again', async () => {
  const net = { isUp: false }
  const app = openMemberApp(await startAppServer(), {
    loadMessages: (language) =>
      net.isUp ? loadMessages(language) : Promise.reject(new Error('no chunk')),
  })
  await app.sees(en.problems['server-unreachable'])
  net.isUp = true
  app.telegram.pressMainButton()
  await app.sees('@ada')
  await app.sees(en.home.empty)
})

/** A problem on the screen of an app with a missing chunk. */
async function openStale(page: () => Promise<Response>): Promise<MemberApp> {
  const server = await startAppServer()
  const recover = server.refuse(createAttempt, 'internal')
  vi.stubGlobal('fetch', page)
  const app = openMemberApp(server, { route: { screen: 'connect' } })
  await app.tap(en.connect.walletInTelegram('Wallet'))
  await app.sees(en.problems.internal)
  dataset['stale'] = ''
  recover()
  return app
}

describe('“Try again” after a part of the app did not arrive', () => {
  test('reloads the page when it is available', async () => {
    const reload = vi.spyOn(location, 'reload').mockReturnValue()
    const app = await openStale(async () => new Response())
    app.telegram.pressMainButton()
    await until(() => expect(reload).toHaveBeenCalledTimes(1))
  })

  test.each([
    ['does not answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is in maintenance', async () => new Response(null, { status: 503 })],
  ])('retries on this page when the server %s', async (_, page) => {
    const reload = vi.spyOn(location, 'reload').mockReturnValue()
    const app = await openStale(page)
    app.telegram.pressMainButton()
    await until(() => expect(app.wallets.calls).toContain('connect telegram-wallet'))
    expect(reload).not.toHaveBeenCalled()
  })
})
