import { afterEach, describe, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { answerRequest } from '#shared/api/answer-request.ts'
import { openSession } from '#shared/api/open-session.ts'
import { shareWallet } from '#shared/api/share-wallet.ts'
import { getCodePath } from '#shared/code-path.ts'
import type { Language } from '#shared/languages.ts'
import { renderLink } from '#client/prerender.tsx'
import { isolated } from '#client/i18n/format.ts'
import { parseRoute } from '#client/screens/routing/router.ts'
import { createTelegram } from '#client/telegram/create-telegram.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { drawPicture } from '#tests/support/draw-picture.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { en, requestEn, requestFa } from '#tests/support/messages.ts'
import { openMemberApp } from '#tests/support/open-member-app.tsx'
import { ADA, ILYA } from '#tests/support/people.ts'
import { DrawnLinkSchema } from '#tests/support/read-drawn.ts'
import {
  DARK_THEME,
  FRAME_ORIGINS,
  openTestMessenger,
  type TestMessengerOptions,
  visit,
} from '#tests/support/test-messenger.ts'
import { until } from '#tests/support/until.ts'

const DAY_MS = 86_400_000
const BUTTON = 'web_app_setup_main_button'
const { dataset } = document.documentElement

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  for (const name of document.documentElement.getAttributeNames())
    document.documentElement.removeAttribute(name)
})

/** The operator asks for a TON wallet. */
async function startRequest() {
  const server = await startAppServer({ evm: 'in-app' })
  const operator = await server.operate()
  return { server, operator, code: await operator.makeRequest() }
}

/** Runs the first script anew, over the modules that the app uses too. */
function runEarly(): Promise<unknown> {
  runs += 1
  return import(/* @vite-ignore */ `../../../src/client/before-react/early.ts?run=${runs}`)
}
let runs = 0

type LinkOptions = Pick<TestMessengerOptions, 'theme' | 'isFrame'> & {
  /** The code that Telegram signed. @default that of the page */
  signed?: string
  language?: Language
  before?: () => void
}

/** Ada's native client opens a link, and the page's inline scripts run: the server has drawn what is behind this code. */
async function openLink(server: AppServer, code: string, options: LinkOptions = {}) {
  const { signed = code, language = 'en', before, ...client } = options
  const picture = await drawPicture(server, code, language)
  const { initData } = server.launch(ADA, signed)
  const path = `/?tgWebAppStartParam=${code}`
  const messenger = openTestMessenger({ ...client, path, initData })
  document.documentElement.lang = language
  document.body.innerHTML =
    '<div id="root"></div><template id="waiting"><main>…</main></template>' +
    `<template id="link" data-path="${getCodePath(code)}">${picture}</template>`
  before?.()
  vi.setSystemTime(server.server.clock.now)
  vi.stubGlobal('fetch', drawAnswers(server, language))
  await runEarly()
  const settle: unknown = Reflect.get(window, 'settleFirstScreen')
  if (typeof settle === 'function') Reflect.apply(settle, window, [])
  await server.settled()
  return messenger
}

const BodySchema = v.looseObject({
  picture: v.nullish(v.looseObject({ html: v.string() })),
})

/** The server of the tests writes what it would draw; here it is drawn. */
function drawAnswers(server: AppServer, language: Language): typeof fetch {
  return async (...call) => {
    const answer = await server.fetch(...call)
    const body = v.parse(BodySchema, await answer.json())
    if (body.picture) {
      const drawn = v.parse(DrawnLinkSchema, /^<p>(.*)<\/p>$/u.exec(body.picture.html)?.[1])
      body.picture.html = renderLink({ ...server.boot, language }, drawn)
    }
    return Response.json(body, { status: answer.status })
  }
}

/** The client tells of a press as native ones do. */
function press(): void {
  const receive: unknown = Reflect.get(window, 'TelegramGameProxy_receiveEvent')
  if (typeof receive === 'function') Reflect.apply(receive, window, ['main_button_pressed'])
}

/** The app arrives on this page, and draws the screen of this code. */
function start(server: AppServer, code: string, client = createTelegram(FRAME_ORIGINS)) {
  const picture = document.getElementById('root')?.innerHTML ?? ''
  const route = parseRoute(getCodePath(code))
  return openMemberApp(server, { client, picture, route, device: createMemoryStorage() })
}

const isDrawn = () => until(() => expect(dataset['hydrated']).toBe(''))
const isShown = (messenger: Awaited<ReturnType<typeof openLink>>, text: string) =>
  until(() => expect(messenger.getData(BUTTON).at(-1)).toMatchObject({ is_visible: true, text }))

describe('the main button before React', () => {
  test('is that of the member’s own screen, and React takes over both without a change', async () => {
    const { server, code } = await startRequest()
    const messenger = await openLink(server, code, { theme: JSON.stringify(DARK_THEME) })
    await isShown(messenger, requestEn.connect)
    const root = document.getElementById('root')
    const text = root?.textContent
    const app = start(server, code)
    await isDrawn()
    expect(app.text()).toBe(text)
    expect(messenger.getData(BUTTON)).toHaveLength(1)
    expect(app.router.route.get()).toEqual({ screen: 'request', code })
  })

  test('is followed once, when React is there, where it was pressed before any module had come', async () => {
    const { server, code } = await startRequest()
    const messenger = await openLink(server, code)
    await isShown(messenger, requestEn.connect)
    press()
    const app = start(server, code)
    const open = vi.spyOn(app.router, 'open')
    await until(() => expect(app.router.route.get()).toEqual({ screen: 'connect', purpose: code }))
    expect(open).toHaveBeenCalledOnce()
    expect(dataset['intent']).toBeUndefined()
  })

  test('is followed where it was pressed between the app’s start and its first screen', async () => {
    const { server, code } = await startRequest()
    const messenger = await openLink(server, code)
    await isShown(messenger, requestEn.connect)
    const app = start(server, code)
    press()
    press()
    await until(() => expect(app.router.route.get()).toEqual({ screen: 'connect', purpose: code }))
  })

  test('answers with the wallet that it names, once', async () => {
    const { server, code } = await startRequest()
    await (await server.visit()).linkTon()
    const messenger = await openLink(server, code)
    await until(() => expect(messenger.getData(BUTTON)).toHaveLength(1))
    expect(JSON.stringify(messenger.getData(BUTTON))).toMatch(/"text":"Answer with .*UQ/u)
    // No other wallet can be chosen before React hears of it.
    expect(document.querySelector('#root input:enabled')).toBeNull()
    expect(document.querySelector('#root input')).not.toBeNull()
    press()
    const app = start(server, code)
    await app.sees(requestEn.answered)
    expect(server.sentTo(answerRequest)).toHaveLength(1)
  })

  test('has the page’s language', async () => {
    const { server, code } = await startRequest()
    const messenger = await openLink(server, code, {
      language: 'fa',
      before: () =>
        localStorage.setItem(`clasp/${ADA.id}/language`, '{"chosen":"fa","isSaved":true}'),
    })
    await isShown(messenger, `\u2067${requestFa.connect}\u2069`)
  })

  test('waits for React where the page’s language is not the member’s', async () => {
    const { server, code } = await startRequest()
    const messenger = await openLink(server, code, { language: 'fa' })
    expect(document.getElementById('root')?.innerHTML).not.toContain('data-main-action')
    expect(messenger.getData(BUTTON)).toEqual([])
  })

  test('comes to the app where the session is answered after the app’s start', async () => {
    const { server, code } = await startRequest()
    const answer = server.holdNextAnswer(openSession)
    const messenger = await openLink(server, code)
    await answer.held
    const client = createTelegram(FRAME_ORIGINS)
    answer.release()
    await isShown(messenger, requestEn.connect)
    press()
    messenger.emit('theme_changed', { theme_params: DARK_THEME })
    await until(() => expect(dataset['theme']).toBe('dark'))
    const app = start(server, code, client)
    await until(() => expect(app.router.route.get()).toEqual({ screen: 'connect', purpose: code }))
  })

  test('is not there where the session is refused', async () => {
    const { server, code } = await startRequest()
    server.refuse(openSession, 'init-data-expired')
    const messenger = await openLink(server, code)
    const app = start(server, code)
    await app.sees(en.problems['init-data-expired'])
    expect(messenger.getData(BUTTON)).toEqual([{ is_visible: false }])
  })

  test('is not there for a code that there never was', async () => {
    const { server, code } = await startRequest()
    const wrong = `r1_${'w'.repeat(22)}`
    const messenger = await openLink(server, code, { signed: wrong })
    const app = start(server, wrong)
    await app.sees(requestEn.missing.name)
    expect(messenger.getData(BUTTON)).not.toContainEqual(
      expect.objectContaining({ text: requestEn.connect }),
    )
  })

  test('gives way, and its press with it, where the request closes meanwhile', async () => {
    const { server, operator, code } = await startRequest()
    const messenger = await openLink(server, code)
    await isShown(messenger, requestEn.connect)
    press()
    await operator.closeRequest(code)
    const app = start(server, code)
    await app.sees(requestEn.closed.name)
    await isShown(messenger, en.attempt.backTo(isolated(server.boot.appName)))
    expect(app.router.route.get()).toEqual({ screen: 'request', code })
    expect(messenger.getData('web_app_close')).toEqual([])
  })

  test('waits for React where a wallet that is connected on this device may take its place', async () => {
    const { server, code } = await startRequest()
    const messenger = await openLink(server, code, {
      before: () => localStorage.setItem(`clasp/${ADA.id}/ton/connected`, '{}'),
    })
    await until(() =>
      expect(document.getElementById('root')?.innerHTML).toContain('data-main-action'),
    )
    expect(messenger.getData(BUTTON)).toEqual([])
  })

  test('is not posted to the page around a frame', async () => {
    const { server, code } = await startRequest()
    const messenger = await openLink(server, code, { isFrame: true })
    await until(() =>
      expect(document.getElementById('root')?.innerHTML).toContain('data-main-action'),
    )
    expect(messenger.getData(BUTTON)).toEqual([])
  })
})

test.each([
  [0, en.claims.verified.today],
  [1, en.claims.verified.yesterday],
  [2, en.claims.verified.earlier('Nov 20, 2026')],
])(
  'a card says before React of which day its proof is, %i days later, and React changes nothing',
  async (days, said) => {
    const server = await startAppServer({ evm: 'in-app' })
    const holder = await server.visit(ILYA)
    const { id: walletId } = await holder.linkTon()
    const { code } = await holder.api.call(shareWallet, { body: { walletId } })
    server.server.clock.now += days * DAY_MS
    await openLink(server, code)
    const root = document.getElementById('root')
    await until(() => expect(root?.textContent).toContain(said))
    const text = root?.textContent
    const app = start(server, code)
    await isDrawn()
    expect(app.text()).toBe(text)
  },
)

describe('attack: the main button before React', () => {
  test('attack: is that of the signed code, where the address names another', async () => {
    const { server, operator, code } = await startRequest()
    const signed = await operator.makeRequest()
    const messenger = await openLink(server, code, { signed })
    press()
    expect(document.body.innerHTML).not.toContain(code)
    const app = start(server, signed)
    await isShown(messenger, requestEn.connect)
    press()
    await until(() =>
      expect(app.router.route.get()).toEqual({ screen: 'connect', purpose: signed }),
    )
    expect(messenger.getData(BUTTON)[0]).toEqual({ is_visible: false })
  })

  test('attack: does nothing on the screen of another code, whatever that one’s says', async () => {
    const { server, operator, code } = await startRequest()
    const other = await operator.makeRequest()
    const messenger = await openLink(server, code)
    await isShown(messenger, requestEn.connect)
    press()
    const app = start(server, other)
    await isDrawn()
    await isShown(messenger, requestEn.connect)
    expect(app.router.route.get()).toEqual({ screen: 'request', code: other })
    expect(dataset['intent']).toBeUndefined()
  })

  test('attack: an answer about another screen changes neither page nor button', async () => {
    const { server, operator, code } = await startRequest()
    const other = await operator.makeRequest()
    const foreign = await server.server.open(ADA, other)
    server.replace(openSession, () => Response.json(foreign, { status: 201 }))
    const messenger = await openLink(server, code)
    const before = document.getElementById('root')?.innerHTML
    await server.settled()
    expect(document.getElementById('root')?.innerHTML).toBe(before)
    expect(messenger.getData(BUTTON)).toEqual([])
    visit('/')
  })
})
