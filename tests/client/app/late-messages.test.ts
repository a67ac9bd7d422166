import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { getMe } from '#shared/api/get-me.ts'
import type { Language } from '#shared/languages.ts'
import { loadMessages } from '#client/i18n/load-messages.ts'
import { load as loadMultisigMessages } from 'virtual:messages/multisig'
import { startAppServer } from '#tests/support/app-server.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { createGate } from '#tests/support/gate.ts'
import { homePage } from '#tests/support/home-page.ts'
import { type MemberApp, openMemberApp } from '#tests/support/open-member-app.tsx'
import { until } from '#tests/support/until.ts'
import { en, fa, multisigEn } from '#tests/support/messages.ts'
import { ADA } from '#tests/support/people.ts'

type Options = Parameters<typeof openMemberApp>[1]

beforeEach(() => document.documentElement.removeAttribute('lang'))

/** Messages of members’ screens that arrive when the test allows it; those of other languages arrive immediately. */
function lateMessages(...late: Language[]) {
  const gate = createGate()
  const load = async (language: Language) => {
    if (late.includes(language)) await gate.passed
    return loadMessages(language)
  }
  return { loadMessages: load, arrive: () => gate.open() }
}

/** Everything that the page shows from now on, each state of it once. */
function listen({ container }: MemberApp): string[] {
  const shown: string[] = []
  const note = () => {
    const text = container.textContent
    if (text !== shown.at(-1)) shown.push(text)
  }
  const watcher = new MutationObserver(note)
  watcher.observe(container, { childList: true, subtree: true, characterData: true })
  onTestFinished(() => watcher.disconnect())
  return shown
}

/** A server at which Ada has a wallet, and her Telegram in this language. */
async function startLinked(language: Language = 'en') {
  const server = await startAppServer()
  await (await server.visit()).linkTon()
  const telegram = createFakeTelegram({
    launch: server.launch({ ...ADA, language_code: language }),
  })
  /** Home as the server sent it, taken over. */
  const openHome = (options: Options = {}) =>
    openMemberApp(server, { markup: homePage(server.boot), telegram, ...options })
  return { server, openHome }
}

/** Home with the button for a first wallet, or with wallets and the line for another one. */
function isComplete(text: string): boolean {
  return text.includes(en.home.connect) || (text.includes('UQ') && text.includes(en.home.add))
}

describe('late messages of members’ screens', () => {
  test('leave Home as it is, and bring the rest of it when they arrive', async () => {
    const messages = lateMessages('en')
    const app = (await startLinked()).openHome(messages)
    const shown = listen(app)
    const button = app.container.querySelector('[data-intent=connect]')
    await app.sees('@ada')
    expect(app.container.querySelector('[data-intent=connect]')).toBe(button)
    messages.arrive()
    await app.sees('UQ')
    expect(shown.every(isComplete)).toBe(true)
  })

  test('delay a tap until they arrive, and the screen is never empty', async () => {
    const messages = lateMessages('en')
    const app = (await startLinked()).openHome(messages)
    await app.sees('@ada')
    app.press(en.home.connect)
    await until(() =>
      expect(app.container.querySelector('main')?.getAttribute('aria-busy')).toBe('true'),
    )
    expect(app.container.querySelectorAll('.skeleton').length).toBeGreaterThan(0)
    messages.arrive()
    await app.sees('Wallet in Telegram')
  })

  test('late messages in Telegram’s language leave the page in its first language until they arrive, and then replace all of it', async () => {
    const messages = lateMessages('fa')
    const app = (await startLinked('fa')).openHome(messages)
    const shown = listen(app)
    await app.sees('@ada')
    expect(app.text()).toContain(en.home.connect)
    messages.arrive()
    await app.sees(fa.home.wallets)
    await app.sees('UQ')
    for (const text of shown) {
      const isPersian = text.includes(fa.home.connect) || text.includes(fa.home.add)
      expect(isPersian || text.includes(en.home.connect)).toBe(true)
      if (isPersian) expect(text).not.toMatch(/[A-Z][a-z]+ [a-z]+/u)
    }
    expect(document.documentElement).toMatchObject({ lang: 'fa', dir: 'rtl' })
  })
})

test('a member who is not known yet waits for their wallets in the language of the page', async () => {
  const { server, openHome } = await startLinked('fa')
  const answer = server.hold(getMe)
  const app = openHome()
  await app.sees(fa.home.wallets)
  expect(app.text()).not.toContain(en.home.wallets)
  answer()
  await app.sees('UQ')
})

test('the whole app stays in the page’s language when the messages of Telegram’s language do not arrive', async () => {
  const { openHome } = await startLinked('fa')
  const app = openHome({
    loadMessages: (language) =>
      language === 'fa' ? Promise.reject(new Error('no chunk')) : loadMessages(language),
  })
  await app.sees('UQ')
  expect(app.text()).toContain(en.home.wallets)
  app.press(en.home.settings)
  await app.sees(en.settings.languageNote)
  expect(document.documentElement).toMatchObject({ lang: 'en', dir: 'ltr' })
})

/** The settings with the sheet in which a multisig is found. */
async function openSheet(options: Options = {}) {
  const server = await startAppServer({ evm: 'in-app' })
  await server.visit()
  const evm = createFakeWalletConnector()
  const app = openMemberApp(server, { evm, route: { screen: 'settings' }, ...options })
  await app.tap(multisigEn.find.title)
  await until(() => expect(app.container.querySelector('dialog input')).not.toBeNull())
  return app
}

describe('another language, chosen elsewhere while a sheet is open,', () => {
  // A second try would find the messages that the first has fetched.
  test(
    'applies when every part of the screen has its messages, and the sheet stays',
    { retry: 0 },
    async () => {
      const messages = lateMessages('es')
      const app = await openSheet(messages)
      const shown = listen(app)
      const field = app.container.querySelector('dialog input')
      const chosen = app.services.languages.choose('es')
      const [es, multisigEs] = await Promise.all([loadMessages('es'), loadMultisigMessages('es')])
      expect(app.text()).toContain(multisigEn.find.note)
      messages.arrive()
      await chosen
      await app.sees(multisigEs.find.note)
      expect(app.container.querySelector('dialog input')).toBe(field)
      for (const text of shown) {
        const isSpanish = text.includes(es.settings.asks)
        expect(text).toContain(isSpanish ? multisigEs.find.note : multisigEn.find.note)
        expect(text).not.toContain(isSpanish ? multisigEn.find.title : multisigEs.find.title)
      }
      expect(document.documentElement.lang).toBe('es')
    },
  )

  test('another language does not apply when its messages do not arrive, and the screen loses nothing', async () => {
    const app = await openSheet({
      loadMessages: (language) =>
        language === 'ru' ? Promise.reject(new Error('no chunk')) : loadMessages(language),
    })
    const shown = listen(app)
    const field = app.container.querySelector('dialog input')
    await expect(app.services.languages.choose('ru')).rejects.toThrow('server-unreachable')
    expect(app.container.querySelector('dialog input')).toBe(field)
    expect(shown).toEqual([])
  })
})
