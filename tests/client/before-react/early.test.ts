import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTelegram } from '#client/telegram/create-telegram.ts'
import { isFromOtherPage } from '#client/telegram/from-other-page.ts'
import { TICKET_KEY, TICKET_SESSION_KEY } from '#client/telegram/launch-ticket.ts'
import { comeFrom } from '#tests/support/come-from.ts'
import { createGate } from '#tests/support/gate.ts'
import {
  FRAME_ORIGINS,
  getInitData,
  openTestMessenger,
  visit,
} from '#tests/support/test-messenger.ts'
import { until } from '#tests/support/until.ts'

beforeEach(() => {
  vi.stubGlobal('fetch', asked)
  document.body.innerHTML =
    '<div id="root"><button data-intent="connect"><b>Connect</b></button></div>' +
    '<template id="outside"><main>Open in Telegram</main></template>'
})

afterEach(() => {
  sessionStorage.clear()
  asked.mockClear()
  vi.unstubAllGlobals()
  for (const name of document.documentElement.getAttributeNames())
    document.documentElement.removeAttribute(name)
})

/** What the page's inline scripts ask our server: nothing answers. */
const asked = vi.fn<(path: string, init?: RequestInit) => Promise<Response>>(async () => {
  throw new TypeError('Failed to fetch')
})

/** Puts this at the end of the page. */
const put = (markup: string) => document.body.insertAdjacentHTML('beforeend', markup)

/** Runs the page's inline scripts: the one in the head, and the call below the root element. */
async function runEarly(): Promise<void> {
  vi.resetModules()
  await import('#client/before-react/early.ts')
  const flushPromises: unknown = Reflect.get(window, 'settleFirstScreen')
  if (typeof flushPromises === 'function') Reflect.apply(flushPromises, window, [])
}

const shown = () => document.getElementById('root')?.textContent
const tap = () => document.querySelector('b')?.click()
const { dataset } = document.documentElement

test('Home stays on the screen in Telegram', async () => {
  openTestMessenger()
  await runEarly()
  expect(shown()).toBe('Connect')
})

describe('the session', () => {
  test('is opened with what Telegram signed before any module has arrived, and the app takes the answer once', async () => {
    const answer = Response.json({})
    asked.mockResolvedValueOnce(answer)
    openTestMessenger({ initData: getInitData() })
    await runEarly()
    const { takeEarly } = await import('#client/before-react/early-session.ts')
    expect(asked).toHaveBeenCalledOnce()
    const [path = '', init] = asked.mock.calls[0] ?? []
    expect(path).toBe('/api/session')
    expect(init).toMatchObject({
      method: 'POST',
      headers: { authorization: `tma ${getInitData()}` },
    })
    expect(takeEarly('/api/me', { method: 'GET' })).toBeNull()
    expect(await takeEarly(path, { method: 'POST' })).toBe(answer)
    expect(takeEarly(path, { method: 'POST' })).toBeNull()
  })

  test('a wait for it that the app gives up fails as that of its own call does', async () => {
    asked.mockReturnValueOnce(new Promise(() => {}))
    openTestMessenger({ initData: getInitData() })
    await runEarly()
    const { takeEarly } = await import('#client/before-react/early-session.ts')
    const timeout = new AbortController()
    const taken = takeEarly('/api/session', { method: 'POST', signal: timeout.signal })
    timeout.abort()
    await expect(taken).rejects.toThrow('abort')
  })

  test.each(['/#tgWebAppPlatform=ios&tgWebAppVersion=9.1', '/'])(
    'is not opened by a page that brings nothing signed (%s)',
    async (address) => {
      openTestMessenger()
      visit(address)
      await runEarly()
      expect(asked).not.toHaveBeenCalled()
    },
  )
})

/** The server has put the page's modules aside. */
function putModules(): void {
  put('<template id="modules"><link data-module="" /></template>')
}

/** Opens a page with this start parameter in what Telegram signed. */
function openLink(startParam: string | null, path = '/') {
  const initData = getInitData(startParam === null ? {} : { start_param: startParam })
  return openTestMessenger({ path, initData })
}

const hasStarted = () => document.body.querySelector('[data-module]') !== null

describe('the picture of a link', () => {
  const CODE = `r1_${'a'.repeat(22)}`
  const OTHER = `r1_${'b'.repeat(22)}`

  /** The server has drawn the request of this code. */
  function putPicture(code = CODE): void {
    put(
      `<template id="waiting"><main>…</main></template><template id="link" data-path="/r/${code}"><main>Ann asks</main></template>`,
    )
  }

  test('is on the screen where Telegram signed its code', async () => {
    putPicture()
    openLink(CODE, `/?tgWebAppStartParam=${CODE}`)
    await runEarly()
    expect(shown()).toBe('Ann asks')
    expect(dataset['screen']).toBe('link')
    expect(location.pathname).toBe(`/r/${CODE}`)
  })

  test('is on the screen again after a reload of its page', async () => {
    putPicture()
    openLink(null, `/r/${CODE}`)
    await runEarly()
    expect(shown()).toBe('Ann asks')
  })

  describe('lets the modules of its page wait', () => {
    test('until the session has answered', async () => {
      const gate = createGate()
      asked.mockReturnValueOnce(gate.passed.then(() => Response.json({ picture: null })))
      putPicture()
      putModules()
      openLink(CODE, `/?tgWebAppStartParam=${CODE}`)
      await runEarly()
      expect(hasStarted()).toBe(false)
      gate.open()
      await until(() => expect(hasStarted()).toBe(true))
    })

    test('for a second where it does not answer', async () => {
      asked.mockReturnValueOnce(new Promise(() => {}))
      vi.useFakeTimers()
      putPicture()
      putModules()
      openLink(CODE, `/?tgWebAppStartParam=${CODE}`)
      await runEarly()
      await vi.advanceTimersByTimeAsync(999)
      expect(hasStarted()).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      vi.useRealTimers()
      expect(hasStarted()).toBe(true)
    })

    test('no longer where the picture is not of this launch', async () => {
      asked.mockReturnValueOnce(new Promise(() => {}))
      putPicture()
      putModules()
      openLink(OTHER, `/?tgWebAppStartParam=${CODE}`)
      await runEarly()
      await until(() => expect(hasStarted()).toBe(true))
    })
  })

  test.each([
    ['another code', OTHER, '…'],
    ['no code', null, 'Connect'],
  ])(
    'attack: the address names a code that Telegram did not sign; %s wins, and shows',
    async (_, signed, screen) => {
      putPicture()
      openLink(signed, `/?tgWebAppStartParam=${CODE}`)
      await runEarly()
      expect(shown()).toBe(screen)
      expect(location.pathname).toBe(signed === null ? '/' : `/r/${OTHER}`)
      expect(document.documentElement.innerHTML).not.toContain('Ann asks')
      expect(dataset['screen']).toBeUndefined()
    },
  )

  test.each(['', '#tgWebAppPlatform=ios&tgWebAppVersion=9.1'])(
    'attack: a page that nothing signed opened (%j) leads to Telegram, and keeps nothing of the link',
    async (hash) => {
      putPicture()
      openTestMessenger()
      if (hash === '') Reflect.deleteProperty(window, 'TelegramWebviewProxy')
      visit(`/?tgWebAppStartParam=${CODE}${hash}`)
      await runEarly()
      expect(shown()).toBe('Open in Telegram')
      expect(document.documentElement.innerHTML).not.toContain('Ann asks')
    },
  )
})

test('nothing is painted until the first screen is that of the launch', async () => {
  openTestMessenger()
  vi.resetModules()
  await import('#client/before-react/early.ts')
  expect(dataset['settling']).toBe('')
  await runEarly()
  expect(dataset['settling']).toBeUndefined()
})

test('a launch without signed data shows the way back to Telegram instead of Home', async () => {
  openTestMessenger()
  visit('/#tgWebAppPlatform=ios&tgWebAppVersion=9.1')
  await runEarly()
  expect(shown()).toBe('Open in Telegram')
})

test('a page outside Telegram says so before the app has loaded', async () => {
  openTestMessenger()
  Reflect.deleteProperty(window, 'TelegramWebviewProxy')
  visit('/')
  await runEarly()
  expect(shown()).toBe('Open in Telegram')
})

test('a tap before hydration is stored, a later one is not', async () => {
  openTestMessenger()
  await runEarly()
  tap()
  expect(dataset['intent']).toBe('connect')
  delete dataset['intent']
  dataset['hydrated'] = ''
  tap()
  expect(dataset['intent']).toBeUndefined()
})

/** On the page that this device remembers, before hydration. */
async function tapWallet(): Promise<void> {
  put('<button data-to="/wallets/1"><i>W5</i></button>')
  openTestMessenger()
  await runEarly()
  document.querySelector('i')?.click()
}

test('a tap on what leads to another screen is stored, too', async () => {
  await tapWallet()
  expect(dataset['to']).toBe('/wallets/1')
  expect(dataset['intent']).toBeUndefined()
})

test('of two taps before hydration the last one counts', async () => {
  await tapWallet()
  tap()
  expect(dataset['to']).toBeUndefined()
  expect(dataset['intent']).toBe('connect')
})

test('a tap before the app has started shows the choice of a wallet and requests what that needs', async () => {
  put(
    '<template id="chooser"><link rel="modulepreload" href="/assets/en-main.js"><main>Choose</main></template>',
  )
  openTestMessenger()
  await runEarly()
  tap()
  expect(shown()).toBe('Choose')
  expect(dataset['screen']).toBe('connect')
  expect(asked.mock.calls.map(([url]) => new URL(url, location.href).pathname)).toEqual([
    '/api/session',
    '/assets/en-main.js',
  ])
})

test('the choice of a wallet that an early tap shows names the account', async () => {
  const person =
    '<div class="person"><span class="avatar skeleton"></span><span><p class="person-name"></p>' +
    '<span class="person-detail"><span>Telegram account </span></span></span></div>'
  put(`<template id="chooser"><main>${person}</main></template>`)
  const user = JSON.stringify({ id: 42, first_name: 'Ann', username: 'ann' })
  openTestMessenger({ initData: getInitData({ user }) })
  await runEarly()
  tap()
  expect(document.querySelector('.person-name')?.textContent).toBe('Ann')
  expect(document.querySelector('.person-detail')?.textContent).toBe('@annTelegram account 42')
})

test('a tap while the app takes Home over leaves Home as it is, and is stored', async () => {
  put('<template id="chooser"><main>Choose</main></template>')
  openTestMessenger()
  await runEarly()
  dataset['screen'] = 'home'
  tap()
  expect(shown()).toBe('Connect')
  expect(dataset['intent']).toBe('connect')
})

const CODE = 'r1_AAAAAAAAAAAAAAAAAAAAAA'

test('a connect request’s link leads to the request, and Home is not shown on the way', async () => {
  openTestMessenger({ initData: getInitData({ start_param: CODE }) })
  const { search, hash } = location
  await runEarly()
  expect(location.pathname).toBe(`/r/${CODE}`)
  expect([location.search, location.hash]).toEqual([search, hash])
  expect(shown()).toBe('')
})

const ID = 'AAAAAAAAAAAAAAAAAAAAAA'

test.each([
  [`c1_${ID}`, `/c/c1_${ID}`],
  [`a1_${ID}`, `/attempts/${ID}`],
  [`m1_${ID}`, `/m/m1_${ID}`],
  [`r2_${ID}`, '/link/newer'],
  [`x1_${ID}AAAA`, '/link/newer'],
  [`R1_${ID}`, '/link/broken'],
  [`${CODE}A`, '/link/broken'],
  [`${CODE}/connect`, '/link/broken'],
  ['r1_', '/link/broken'],
  [`r1_${'A'.repeat(513)}`, '/link/broken'],
])('a start_param of %s leads to %s', async (code, path) => {
  openTestMessenger({ initData: getInitData({ start_param: code }) })
  await runEarly()
  expect(location.pathname).toBe(path)
  expect(shown()).toBe('')
})

test.each([
  ['empty', ''],
  ['of the operator’s own', 'ref_12345'],
  ['that is a path', '/settings'],
  ['of 513 characters', 'a'.repeat(513)],
])('Home is shown with a start_param %s', async (_, code) => {
  openTestMessenger({ initData: getInitData({ start_param: code }) })
  await runEarly()
  expect(location.pathname).toBe('/')
  expect(shown()).toBe('Connect')
})

const getHash = (code: string) =>
  `${new URLSearchParams({ tgWebAppPlatform: 'weba', tgWebAppData: getInitData({ start_param: code }) })}`
const watchReload = () => vi.spyOn(location, 'reload').mockImplementation(() => {})
const followLink = (hash: string) => {
  // As a web client does it: only the fragment changes.
  visit(`/#${hash}`)
  window.dispatchEvent(new Event('hashchange'))
}

describe('a second link while the app is open', () => {
  test('starts a new launch, which leads to its screen', async () => {
    openTestMessenger({ platform: 'weba', isFrame: true, path: '/' })
    await runEarly()
    visit('/')
    const reload = watchReload()
    followLink(getHash(CODE))
    expect(reload).toHaveBeenCalled()
    await runEarly()
    expect(location.pathname).toBe(`/r/${CODE}`)
  })

  test('leaves a live attempt that the device has stored', async () => {
    openTestMessenger({ platform: 'weba', isFrame: true, path: '/' })
    localStorage.setItem('clasp/42/attempt/ton', 'live')
    await runEarly()
    watchReload()
    followLink(getHash(CODE))
    await runEarly()
    expect(localStorage.getItem('clasp/42/attempt/ton')).toBe('live')
  })

  test('needs more than another fragment', async () => {
    openTestMessenger({ platform: 'weba', isFrame: true, path: '/' })
    await runEarly()
    visit('/')
    const reload = watchReload()
    followLink('somewhere')
    expect(reload).not.toHaveBeenCalled()
  })

  test('counts as a copied fragment outside Telegram, and does nothing', async () => {
    visit('/')
    await runEarly()
    const reload = watchReload()
    followLink(getHash(CODE))
    expect(reload).not.toHaveBeenCalled()
    visit('/')
  })
})

test('a start_param that Telegram did not sign is ignored', async () => {
  openTestMessenger()
  visit(`/?tgWebAppStartParam=${CODE}${location.hash}`)
  await runEarly()
  expect(location.pathname).toBe('/')
})

test('a member who went Home from the request stays there after a reload', async () => {
  openTestMessenger({ initData: getInitData({ start_param: CODE }) })
  history.replaceState({ depth: 0, before: null }, '', location.href)
  await runEarly()
  expect(location.pathname).toBe('/')
  expect(shown()).toBe('Connect')
})

describe('a ticket', () => {
  const TICKET = 't'.repeat(43)

  test('leaves the URL before anything else runs, and is stored by this tab only', async () => {
    visit(`/connect?lang=fa#ticket=${TICKET}`)
    await runEarly()
    expect(location.href).not.toContain(TICKET)
    expect([location.pathname, location.search, location.hash]).toEqual([
      '/connect',
      '?lang=fa',
      '',
    ])
    expect(sessionStorage.getItem(TICKET_KEY)).toBe(TICKET)
    expect(localStorage).toHaveLength(0)
  })

  test('leaves the page waiting instead of sending the member to Telegram', async () => {
    put('<template id="waiting"><main>Waiting</main></template>')
    visit(`/connect#ticket=${TICKET}`)
    await runEarly()
    expect(dataset['launch']).toBe('ticket')
    expect(shown()).toBe('Waiting')
    expect(createTelegram(FRAME_ORIGINS).launch).toEqual({ place: 'ticket' })
  })

  test('never shows Home before its page', async () => {
    visit(`/#ticket=${TICKET}`)
    await runEarly()
    expect(shown()).toBe('')
  })

  test('resumes its session after a reload', async () => {
    sessionStorage.setItem(TICKET_SESSION_KEY, '{}')
    visit('/connect')
    await runEarly()
    expect(dataset['launch']).toBe('ticket')
  })

  test('attack: another page’s lead is not forgotten where a reload comes before the app has started', async () => {
    comeFrom('https://evil.example/')
    visit('/connect')
    await runEarly()
    comeFrom('')
    expect(isFromOtherPage(FRAME_ORIGINS)).toBe(true)
  })

  test('a ticket is dropped inside Telegram', async () => {
    openTestMessenger()
    await runEarly()
    visit(`/#ticket=${TICKET}`)
    vi.resetModules()
    await runEarly()
    expect(dataset['launch']).toBe('telegram')
    expect(location.hash).toBe('')
    expect(sessionStorage.getItem(TICKET_KEY)).toBeNull()
  })

  test('a ticket is taken immediately when its link is followed in a tab that had another', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
    visit('/connect')
    await runEarly()
    visit(`/connect#ticket=${TICKET}`)
    window.dispatchEvent(new Event('hashchange'))
    expect(location.hash).toBe('')
    expect(sessionStorage.getItem(TICKET_KEY)).toBe(TICKET)
    expect(reload).toHaveBeenCalled()
  })
})
