import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { getMe } from '#shared/api/get-me.ts'
import { listMultisigs } from '#shared/api/list-multisigs.ts'
import type { Language } from '#shared/languages.ts'
import { loadMessages } from '#client/i18n/load-messages.ts'
import { loadMultisigMessages } from '#client/i18n/multisig/load-multisig-messages.ts'
import { renderFirstScreen } from '#client/prerender.tsx'
import { PERSIAN_LAUNCH } from '#tests/support/asked.ts'
import { EVM_WALLET, ME, ok } from '#tests/support/fake-api.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { createGate } from '#tests/support/gate.ts'
import { SAFE } from '#tests/support/multisigs.ts'
import { BOOT, createReadyServer, EVM_BOOT, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'
import { en, fa, multisigEn } from '#tests/support/words.ts'

type App = ReturnType<typeof openApp>
type Options = Parameters<typeof openApp>[0]

beforeEach(() => document.documentElement.removeAttribute('lang'))

const sees = (app: App, words: string) => until(() => expect(app.text()).toContain(words))

/** Words of members’ screens that come when the test lets them; of other languages than these at once. */
function lateWords(...late: Language[]) {
  const gate = createGate()
  const load = async (language: Language) => {
    if (late.includes(language)) await gate.passed
    return loadMessages(language)
  }
  return { loadMessages: load, arrive: () => gate.open() }
}

/** Everything that the page says from now on, each state of it once. */
function listen({ container }: App): string[] {
  const said: string[] = []
  const note = () => {
    const text = container.textContent
    if (text !== said.at(-1)) said.push(text)
  }
  const watcher = new MutationObserver(note)
  watcher.observe(container, { childList: true, subtree: true, characterData: true })
  onTestFinished(() => watcher.disconnect())
  return said
}

/** Home as the server sent it, taken over. */
const openHome = (options: Options) => openApp({ markup: renderFirstScreen(BOOT).home, ...options })

const persian = () => createFakeTelegram({ launch: PERSIAN_LAUNCH })

describe('words of members’ screens that are late', () => {
  test('leave Home as it is, and the rest of it comes with them', async () => {
    const words = lateWords('en')
    const app = openHome(words)
    const said = listen(app)
    const button = app.container.querySelector('[data-intent=connect]')
    await sees(app, '@ada')
    expect(app.text()).toContain(en.home.connect)
    words.arrive()
    await sees(app, 'UQ')
    expect(app.container.querySelector('[data-intent=connect]')).toBe(button)
    expect(said.every((text) => text.includes(en.home.connect))).toBe(true)
  })

  test('keep a tap until they are here, with something on the screen all the while', async () => {
    const words = lateWords('en')
    const app = openHome(words)
    await sees(app, '@ada')
    app.press(en.home.connect)
    await until(() =>
      expect(app.container.querySelector('main')?.getAttribute('aria-busy')).toBe('true'),
    )
    expect(app.container.querySelectorAll('.skeleton').length).toBeGreaterThan(0)
    words.arrive()
    await sees(app, 'Wallet in Telegram')
  })

  test('in Telegram’s own language leave the page in its first, and then there is none of it left', async () => {
    const words = lateWords('fa')
    const app = openHome({ ...words, telegram: persian() })
    const said = listen(app)
    await sees(app, '@ada')
    expect(app.text()).toContain(en.home.connect)
    words.arrive()
    await sees(app, fa.home.wallets)
    await sees(app, 'UQ')
    for (const text of said) {
      const isPersian = text.includes(fa.home.connect)
      expect(isPersian || text.includes(en.home.connect)).toBe(true)
      if (isPersian) expect(text).not.toMatch(/[A-Z][a-z]+ [a-z]+/u)
    }
    expect(document.documentElement).toMatchObject({ lang: 'fa', dir: 'rtl' })
  })
})

test('a member who is not known yet awaits their wallets in the language of the page around them', async () => {
  const server = createReadyServer()
  const member = createGate()
  server.on(getMe, () => member.passed.then(() => ok(ME)))
  const app = openHome({ server, telegram: persian() })
  await sees(app, fa.home.wallets)
  expect(app.text()).not.toContain(en.home.wallets)
  member.open()
  await sees(app, 'UQ')
})

test('words of Telegram’s language that do not arrive leave the whole app in the page’s', async () => {
  const app = openHome({
    telegram: persian(),
    loadMessages: (language) =>
      language === 'fa' ? Promise.reject(new Error('no chunk')) : loadMessages(language),
  })
  await sees(app, 'UQ')
  expect(app.text()).toContain(en.home.wallets)
  app.press(en.home.settings)
  await sees(app, en.settings.languageNote)
  expect(document.documentElement).toMatchObject({ lang: 'en', dir: 'ltr' })
})

/** A wallet's page with the sheet in which a multisig is found. */
async function openSheet(options: Options = {}) {
  const server = createReadyServer()
  server.on(getMe, () => ok({ ...ME, policy: EVM_BOOT.policy, wallets: [EVM_WALLET] }))
  server.on(listMultisigs, () => ok({ multisigs: [SAFE], isComplete: true, canList: true }))
  const evm = createFakeWalletConnector()
  const route = { screen: 'wallet', id: EVM_WALLET.id } as const
  const app = openApp({ boot: EVM_BOOT, server, evm, route, ...options })
  await sees(app, multisigEn.list.paste)
  app.press(multisigEn.list.paste)
  await until(() => expect(app.container.querySelector('dialog input')).not.toBeNull())
  return app
}

describe('another language, chosen elsewhere while a sheet is open', () => {
  // A second try would find the words that the first has fetched.
  test(
    'is spoken when every part of the screen can say it, and the sheet stays',
    { retry: 0 },
    async () => {
      const words = lateWords('es')
      const app = await openSheet(words)
      const said = listen(app)
      const field = app.container.querySelector('dialog input')
      const chosen = app.services.languages.choose('es')
      const [es, multisigEs] = await Promise.all([loadMessages('es'), loadMultisigMessages('es')])
      expect(app.text()).toContain(multisigEn.find.note)
      words.arrive()
      await chosen
      await sees(app, multisigEs.find.note)
      expect(app.container.querySelector('dialog input')).toBe(field)
      for (const text of said) {
        const isSpanish = text.includes(es.wallet.unlink)
        expect(text).toContain(isSpanish ? multisigEs.find.note : multisigEn.find.note)
        expect(text).not.toContain(isSpanish ? multisigEn.list.header : multisigEs.list.header)
      }
      expect(document.documentElement.lang).toBe('es')
    },
  )

  test('whose words do not arrive is not spoken, and nothing of the screen is lost', async () => {
    const app = await openSheet({
      loadMessages: (language) =>
        language === 'ru' ? Promise.reject(new Error('no chunk')) : loadMessages(language),
    })
    const said = listen(app)
    const field = app.container.querySelector('dialog input')
    await expect(app.services.languages.choose('ru')).rejects.toThrow('no chunk')
    expect(app.container.querySelector('dialog input')).toBe(field)
    expect(said).toEqual([])
  })
})
