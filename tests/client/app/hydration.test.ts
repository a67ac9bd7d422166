import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { EVM_WALLET_IDS } from '#shared/evm-wallet-names.ts'
import { type Language, LANGUAGES } from '#shared/languages.ts'
import { loadMessages } from '#client/i18n/load-messages.ts'
import { renderFirstScreen } from '#client/prerender.tsx'
import { type AppServer, serveApp } from '#tests/support/app-server.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { chooserPage, homePage } from '#tests/support/home-page.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { openMemberApp } from '#tests/support/open-member-app.tsx'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { en } from '#tests/support/messages.ts'
import { until } from '#tests/support/until.ts'
import { ADA, type TestAccount } from '#tests/support/people.ts'

let running: TestServer
/** The server of all tests, over its own wire. */
let server: AppServer

let evmRunning: TestServer
let evmServer: AppServer

beforeAll(async () => {
  evmRunning = await startTestServer({ evm: 'in-app' })
  evmServer = serveApp(evmRunning)
  running = await startTestServer()
  server = serveApp(running)
})
afterAll(async () => {
  await running.close()
  await evmRunning.close()
})

/** How Telegram opens the app for Ada, in this language. */
const telegramIn = (language: string) =>
  createFakeTelegram({ launch: server.launch({ ...ADA, language_code: language }) })

const pageIn = (language: Language, account?: TestAccount) =>
  homePage({ ...server.boot, language }, account)

afterEach(() => {
  delete document.documentElement.dataset['intent']
  delete document.documentElement.dataset['hydrated']
})

describe.each(LANGUAGES)('the first screen in %s', (language) => {
  test('is hydrated in Telegram without a new render of its elements', async () => {
    const boot = { ...server.boot, language }
    const app = openMemberApp(server, {
      boot,
      markup: pageIn(language),
      telegram: telegramIn(language),
    })
    const button = app.container.querySelector('[data-intent=connect]')
    await app.sees('@ada')
    expect(app.recovered).toEqual([])
    expect(app.container.querySelector('[data-intent=connect]')).toBe(button)
  })

  test('is the choice of a wallet where that is on the page, and is hydrated without a new render', async () => {
    const boot = { ...evmServer.boot, language }
    const app = openMemberApp(evmServer, {
      boot,
      markup: chooserPage(boot),
      first: { screen: 'connect' },
      route: { screen: 'connect' },
      evm: createFakeWalletConnector(),
      telegram: telegramIn(language),
    })
    const cells = app.buttons()
    expect(app.text()).toContain('MetaMask')
    await until(() => expect(document.documentElement.dataset['hydrated']).toBe(''))
    expect(app.recovered).toEqual([])
    await app.sees('Tonkeeper')
    expect(app.buttons().filter((cell) => cells.includes(cell))).toEqual(cells)
    expect(cells.length).toBeGreaterThan(EVM_WALLET_IDS.length)
  })

  test('is hydrated outside Telegram without a new render of its elements', async () => {
    const boot = { ...server.boot, language }
    const { outside } = renderFirstScreen(boot)
    const telegram = createFakeTelegram({ launch: { place: 'outside' } })
    const app = openMemberApp(server, { boot, markup: outside, telegram })
    const link = app.container.querySelector('a')
    await until(() => expect(document.documentElement.dataset['hydrated']).toBe(''))
    expect(app.recovered).toEqual([])
    expect(app.container.querySelector('a')).toBe(link)
    expect(link?.href).toBe('https://t.me/clasp_test_bot?startapp')
  })

  test('contains its messages before any script runs, and no data of any member', async () => {
    const { home } = await loadMessages(language)
    const screens = renderFirstScreen({ ...server.boot, language })
    expect(screens.home).toContain(home.connect)
    expect(screens.home).not.toContain('Ada')
    expect(screens.waiting).toContain('aria-busy="true"')
  })
})

test('a returning member’s wallets, known before hydration, cause no mismatch', async () => {
  const device = createMemoryStorage()
  // The other tests need an Ada without wallets on the same server.
  const ruth = { ...ADA, id: 5005, username: 'ruth' }
  await (await server.visit(ruth)).linkTon()
  const getTelegram = () => createFakeTelegram({ launch: server.launch(ruth) })
  const first = openMemberApp(server, { device, telegram: getTelegram() })
  await first.sees('@ruth')
  const markup = pageIn('en', ruth)
  const app = openMemberApp(server, { device, markup, telegram: getTelegram() })
  await app.sees('UQ')
  expect(app.recovered).toEqual([])
})

test.each(['Ада Байрон', 'نگار', '\u200e👩‍🚀 Eva', '', '<b>'])(
  'the page shows the name %j before any other script, and hydration leaves it as it is',
  async (firstName) => {
    const named = { ...ADA, first_name: firstName }
    const markup = pageIn('en', named)
    const telegram = createFakeTelegram({ launch: server.launch(named) })
    const app = openMemberApp(server, { markup, telegram })
    const name = app.container.querySelector('.person-name bdi')
    expect(name?.textContent).toBe(firstName)
    await until(() => expect(document.documentElement.dataset['hydrated']).toBe(''))
    expect(app.container.querySelector('.person-name bdi')).toBe(name)
    expect(app.recovered).toEqual([])
  },
)

test('a new member’s Home is complete on the page, and nothing but the username comes later', async () => {
  const mia = { ...ADA, id: 4004, username: 'mia' }
  const telegram = createFakeTelegram({ launch: server.launch(mia) })
  const app = openMemberApp(server, { markup: pageIn('en', mia), telegram })
  const seen = new Set([app.text()])
  const look = new MutationObserver(() => seen.add(app.text()))
  look.observe(app.container, { childList: true, characterData: true, subtree: true })
  await app.sees('@mia')
  look.disconnect()
  const [atFirst = ''] = seen
  expect(atFirst).toContain(en.home.empty)
  expect([...seen]).toEqual([atFirst, atFirst.replace(en.home.account, `@mia${en.home.account}`)])
})

test('a tap made before hydration leads to the choice of a wallet', async () => {
  document.documentElement.dataset['intent'] = 'connect'
  const app = openMemberApp(server, { markup: pageIn('en') })
  await app.sees('Wallet in Telegram')
  expect(app.router.route.get()).toEqual({ screen: 'connect' })
  expect(document.documentElement.dataset['intent']).toBeUndefined()
})

test('a tap on what leads to another screen, made before hydration, leads there', async () => {
  document.documentElement.dataset['to'] = '/settings'
  const app = openMemberApp(server, { markup: pageIn('en') })
  await until(() => expect(app.router.route.get()).toEqual({ screen: 'settings' }))
  expect(document.documentElement.dataset['to']).toBeUndefined()
})

test('a tap on a wallet that the page shows before hydration chooses that wallet', async () => {
  const wallets = createFakeWalletConnector()
  document.documentElement.dataset['intent'] = 'telegram-wallet'
  openMemberApp(server, {
    markup: renderFirstScreen({ ...server.boot, language: 'en' }).chooser,
    first: { screen: 'connect' },
    route: { screen: 'connect' },
    wallets,
  })
  await until(() => expect(wallets.calls).toContain('connect telegram-wallet'))
  expect(document.documentElement.dataset['intent']).toBeUndefined()
})

test('Telegram’s language replaces the server’s guess', async () => {
  const app = openMemberApp(server, { markup: pageIn('en'), telegram: telegramIn('fa-IR') })
  const { home: messages } = await loadMessages('fa')
  await app.sees(messages.empty)
  expect(document.documentElement).toMatchObject({ lang: 'fa', dir: 'rtl' })
  expect(app.recovered).toEqual([])
})
