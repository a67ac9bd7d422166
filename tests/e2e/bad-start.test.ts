import { describe, expect } from 'vitest'
import type { Browser } from 'playwright-core'
import { failureMessages } from '#client/i18n/failure-messages.ts'
import { findAxeFaults } from '#tests/support/axe-faults.ts'
import { ADA, type DemoStage } from '#tests/support/demo-stage.ts'
import { test } from '#tests/support/e2e-test.ts'
import { DARK, encodeFields, launchFields, signInitData } from '#tests/support/init-data.ts'
import { type NativePhone, openNativePhone } from '#tests/support/native-phone.ts'
import { en, fa } from '#tests/support/messages.ts'

/** The browser's own line about an answer of 400 or more. */
const REFUSED = /Failed to load resource/
const DAY_MS = 86_400_000
const ADA_USER = { id: ADA, first_name: 'Ada', username: 'ada_fisher', language_code: 'en' }

type StageTime = { stage: DemoStage; now: number }
function signed(
  { stage, now }: StageTime,
  { user = ADA_USER, ageS = 0, token = stage.demo.world.botToken }: SignOptions = {},
): string {
  return signInitData({ botToken: token, user, authDate: Math.floor(now / 1_000) - ageS })
}

type SignOptions = { user?: Record<string, unknown>; ageS?: number; token?: string }

const getFields = (given: StageTime, other?: Record<string, string>) =>
  launchFields(signed(given), other)

/** A damaged fragment, and the words with which the page goes on. More: `tests/client/app/bad-start.test.ts`. */
const STARTS: [name: string, fragment: (given: StageTime) => string, words: string][] = [
  [
    'parameters cut off within the data',
    (given) => encodeFields(getFields(given)).slice(0, 120),
    en.outside.open,
  ],
  [
    'parameters cut off within the theme',
    (given) => encodeFields(getFields(given)).slice(0, -25),
    en.home.connect,
  ],
  [
    'odd colours',
    (given) => encodeFields(getFields(given, { tgWebAppThemeParams: JSON.stringify(ODD_COLOURS) })),
    en.home.connect,
  ],
  [
    'a name of a thousand characters that turns the text around',
    (given) => encodeUser(given, { ...ADA_USER, first_name: `\u202e${'W'.repeat(1_000)}` }),
    en.home.connect,
  ],
  [
    'no signed data',
    (given) => encodeFields(getFields(given, { tgWebAppData: '' })),
    en.unsigned.open,
  ],
  ['data cut off within its hash', cutData, en.problems['init-data-malformed']],
]

const ODD_COLOURS = {
  bg_color: 'rebeccapurple',
  secondary_bg_color: '#fff',
  text_color: '#12345678',
  hint_color: 7,
  link_color: null,
  button_color: { r: 1 },
  'x;--bg': '#000000',
  header_bg_color: 'url(https://x.example/)',
}

function encodeUser(given: StageTime, user: Record<string, unknown>): string {
  return encodeFields(getFields(given, { tgWebAppData: signed(given, { user }) }))
}

function cutData(given: StageTime): string {
  return encodeFields(getFields(given, { tgWebAppData: signed(given).slice(0, -5) }))
}

type PageVisit = { stage: DemoStage; browser: Browser; before?: string }

/** A phone that has never opened the app. */
function getPhone({ stage, browser, before }: PageVisit): Promise<NativePhone> {
  const { appUrl } = stage.demo
  return openNativePhone(browser, { appUrl, ...(before !== undefined && { before }) })
}

/** Waits for the words, and for one control to press: drawn on the page, or Telegram's own button. */
async function seeWayOn(phone: NativePhone, words: string): Promise<void> {
  await phone.page.getByText(words).first().waitFor()
  const drawn = phone.page.locator('main :is(button, a):visible')
  await expect
    .poll(async () => (await drawn.count()) > 0 || (await phone.mainButton()) !== null)
    .toBe(true)
}

const withoutTrace = (phone: NativePhone) => expect(phone.errors.unexpected()).toEqual([])

describe('a client that never answers opens the app with', () => {
  test.for(STARTS)(
    '%s, and the page still offers a way on',
    async ([, fragment, words], { sharedStage: stage, browser }) => {
      const phone = await getPhone({ stage, browser })
      if (Object.values<string>(en.problems).includes(words)) phone.errors.expect(REFUSED)
      await phone.page.goto(`${stage.demo.appUrl}/#${fragment({ stage, now: Date.now() })}`)
      await seeWayOn(phone, words)
      expect(phone.page.url()).not.toContain('tgWebAppData')
      withoutTrace(phone)
      await phone.close()
    },
  )
})

describe('a theme', () => {
  const THEMES: [name: string, theme: Record<string, string>][] = [
    ['whose text is as dark as its ground', getTheme('#101010', '#181818')],
    ['whose text is as light as its ground', getTheme('#ffffff', '#f4f4f4')],
    ['of one middle grey', getTheme('#808080', '#808080')],
    ['of yellow on white', { ...getTheme('#ffffff', '#ffe600'), button_color: '#ffe600' }],
  ]

  test.for(THEMES)('%s can be read', async ([, theme], { sharedStage: stage, browser }) => {
    const phone = await getPhone({ stage, browser })
    const given = { stage, now: Date.now() }
    const fields = getFields(given, { tgWebAppThemeParams: JSON.stringify(theme) })
    await phone.page.goto(`${stage.demo.appUrl}/#${encodeFields(fields)}`)
    await phone.page.getByText('@ada_fisher').waitFor()
    await expectReadable(phone)
    await phone.emit('theme_changed', { theme_params: DARK })
    await expect
      .poll(() => phone.page.evaluate(() => document.documentElement.dataset['theme']))
      .toBe('dark')
    await phone.emit('theme_changed', { theme_params: theme })
    await expectReadable(phone)
    await phone.close()
  })
})

/** Every colour of text is the one colour, every ground the other. */
function getTheme(ground: string, text: string): Record<string, string> {
  const grounds = ['bg', 'secondary_bg', 'section_bg', 'header_bg', 'bottom_bar_bg', 'button']
  const texts = ['', 'hint_', 'accent_', 'subtitle_', 'section_header_', 'destructive_', 'button_']
  const theme: Record<string, string> = { hint_color: text, link_color: text }
  for (const name of grounds) theme[`${name}_color`] = ground
  for (const name of texts) theme[`${name}text_color`] = text
  return theme
}

/** WCAG 2.2, 1.4.3, by the colours that the browser has computed. */
async function expectReadable({ page }: NativePhone): Promise<void> {
  await expect
    .poll(async () =>
      (await findAxeFaults(page.mainFrame())).filter(({ rule }) => rule === 'color-contrast'),
    )
    .toEqual([])
}

/** Storage of both kinds, made to behave so. */
const STORAGES: [name: string, before: string][] = [
  [
    'that the browser refuses',
    `for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { configurable: true, get() { throw new DOMException('denied', 'SecurityError') } })`,
  ],
  [
    'that is full',
    `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }`,
  ],
  [
    'that is not there',
    `for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { configurable: true, value: undefined })`,
  ],
  [
    'that forgets at once',
    `Storage.prototype.setItem = () => {}; Storage.prototype.getItem = () => null`,
  ],
]

describe('a device with storage', () => {
  test.for(STORAGES)(
    '%s can choose a wallet',
    async ([, before], { sharedStage: stage, browser }) => {
      const phone = await getPhone({ stage, browser, before })
      await phone.page.goto(startUrl(stage))
      await seeWallets(phone)
      withoutTrace(phone)
      await phone.close()
    },
  )

  test('wiped between two loads starts the app as if for the first time', async ({
    sharedStage: stage,
    browser,
  }) => {
    const phone = await getPhone({ stage, browser })
    await phone.page.goto(startUrl(stage))
    await phone.page.getByText('@ada_fisher').waitFor()
    const wipe = () => phone.page.evaluate(() => (localStorage.clear(), sessionStorage.clear()))
    await wipe()
    await phone.page.goto('about:blank')
    await phone.page.goto(startUrl(stage))
    await phone.page.getByText('@ada_fisher').waitFor()
    // The address that is left has no init data in it.
    await wipe()
    await phone.page.reload()
    await seeWayOn(phone, en.outside.open)
    withoutTrace(phone)
    await phone.close()
  })
})

let members = 0

/** The address at which a client opens the app, for a new member each time, because attempts are limited. */
function startUrl(stage: DemoStage): string {
  members += 1
  const user = { ...ADA_USER, id: ADA + members }
  return `${stage.demo.appUrl}/#${encodeUser({ stage, now: Date.now() }, user)}`
}

/** From Home to the choice of a wallet, ready to open a TON wallet. */
async function seeWallets({ page }: NativePhone): Promise<void> {
  await page.getByText('@ada_fisher').waitFor()
  await page.locator('[data-intent=connect]').click()
  await page.getByRole('button', { name: en.connect.telegramWallet }).waitFor()
  await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0)
}

describe('a device whose clock is', () => {
  test.for([
    ['a day ahead', DAY_MS],
    ['a day behind', -DAY_MS],
  ] as const)(
    '%s signs the member in and shows the minutes that the server gave',
    async ([, offset], { sharedStage: stage, browser }) => {
      const before = `{ const real = Date.now; const Real = Date;
        const now = () => real() + ${offset};
        globalThis.Date = class extends Real { constructor(...given) { given.length === 0 ? super(now()) : super(...given) } static now() { return now() } } }`
      const phone = await getPhone({ stage, browser, before })
      const { page } = phone
      await page.goto(startUrl(stage))
      await seeWallets(phone)
      await page.getByRole('button', { name: en.connect.telegramWallet }).click()
      await page.getByRole('heading', { name: en.attempt.title }).waitFor()
      const left = await page.getByRole('timer').innerText()
      expect(left).toMatch(/\b[45]:[0-5]\d\b/)
      withoutTrace(phone)
      await phone.close()
    },
  )
})

/** What an older engine does not have, and what the page's own first script then throws. */
const OLDER: [name: string, before: string, thrown: RegExp][] = [
  ['just below the floor', 'delete Array.prototype.findLast', /^$/],
  [
    'far below the floor',
    'delete globalThis.structuredClone; delete String.prototype.replaceAll',
    /replaceAll/,
  ],
]

describe('an engine', () => {
  test.for(OLDER)(
    '%s says that it is too old, and starts nothing',
    async ([, before, thrown], { sharedStage: stage, browser }) => {
      const phone = await getPhone({ stage, browser, before })
      const { page } = phone
      phone.errors.expect(thrown)
      await page.goto(startUrl(stage))
      await page
        .getByRole('alert')
        .filter({ hasText: failureMessages('en').old })
        .waitFor()
      expect(await page.locator('#root').isVisible()).toBe(false)
      expect(await page.locator('html[data-settling], html[data-hydrated]').count()).toBe(0)
      await phone.close()
    },
  )

  test('in which a part of the app throws says that the fault is ours', async ({
    sharedStage: stage,
    browser,
  }) => {
    const phone = await getPhone({ stage, browser })
    const { page } = phone
    await page.route(/\/assets\/settings-[^/]+\.js$/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'null.missing()' }),
    )
    await page.goto(startUrl(stage))
    await page.getByText('@ada_fisher').waitFor()
    await page.getByRole('button', { name: en.home.settings }).click()
    await page.getByText(en.problems.internal).first().waitFor()
    await phone.close()
  })
})

describe('the app', () => {
  test('shows a button that loads it again when its script cannot be loaded', async ({
    sharedStage: stage,
    browser,
  }) => {
    const phone = await getPhone({ stage, browser })
    const { page } = phone
    phone.errors.expect(/ERR_FAILED/)
    await page.route(/\/assets\/index-[^/]+\.js$/, (route) => route.abort('failed'))
    await page.goto(startUrl(stage))
    const reload = page.locator('main button:visible')
    await expect.poll(() => reload.count()).toBe(1)
    expect(await page.locator('[data-intent=connect]').isVisible()).toBe(false)
    await page.unrouteAll()
    await reload.click()
    await page.getByText('@ada_fisher').waitFor()
    withoutTrace(phone)
    await phone.close()
  })

  test.for([
    ['missing', /<script id="boot"[^>]*>.*?<\/script>/s, ''],
    ['broken', /(<script id="boot"[^>]*>).*?<\/script>/s, '$1{"appName":</script>'],
  ] as const)(
    'shows a way to reload when the boot data of its page is %s',
    async ([, pattern, other], { sharedStage: stage, browser }) => {
      const phone = await getPhone({ stage, browser })
      phone.errors.expect(/boot|Invalid|JSON|ValiError/)
      await phone.page.route(`${stage.demo.appUrl}/`, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, body: (await response.text()).replace(pattern, other) })
      })
      await phone.page.goto(startUrl(stage))
      await phone.page.getByRole('alert').waitFor()
      const reload = phone.page.locator('main button:visible')
      await expect.poll(() => reload.count()).toBe(1)
      await phone.close()
    },
  )

  test('loads the new version with “Try again” when a newer version has removed a part of it', async ({
    sharedStage: stage,
    browser,
  }) => {
    const phone = await getPhone({ stage, browser })
    const { page } = phone
    phone.errors.expect(REFUSED)
    await page.goto(startUrl(stage))
    await page.getByText('@ada_fisher').waitFor()
    await page.route(/\/assets\/settings-[^/]+\.js$/, (route) => route.fulfill({ status: 404 }))
    await page.getByRole('button', { name: en.home.settings }).click()
    await page.getByText(en.problems['server-unreachable']).first().waitFor()
    await page.unrouteAll()
    await expect.poll(() => phone.mainButton()).toBe(en.actions.retry)
    await phone.emit('main_button_pressed')
    await page.getByRole('heading', { name: en.settings.title }).waitFor()
    await phone.close()
  })

  test('says what it needs when no script can run', async ({ sharedStage: stage, browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: 'fa' })
    const page = await context.newPage()
    await page.goto(stage.demo.appUrl)
    const text = page.locator('noscript p:visible')
    await expect.poll(() => text.allInnerTexts()).toEqual([expect.stringContaining('جاوااسکریپت')])
    expect(await page.getByText(fa.home.connect).isVisible()).toBe(false)
    await context.close()
  })
})

/** Answers to every call, from something between the page and the server, or from a server in trouble. */
const ANSWERS: [name: string, answer: CannedResponse, code: Met][] = [
  ['a page of a proxy', { status: 502, body: '<h1>Bad Gateway</h1>' }, 'server-unreachable'],
  ['a network’s sign-in page', { status: 200, body: '<h1>Sign in</h1>' }, 'server-unreachable'],
  ['maintenance', { status: 503, headers: { 'retry-after': '60' }, body: '' }, 'maintenance'],
  [
    'too many requests',
    { status: 429, headers: { 'retry-after': '30' }, body: '' },
    'rate-limited',
  ],
  ['a fault', { status: 500, body: 'Internal Server Error' }, 'internal'],
]

type Met = 'server-unreachable' | 'maintenance' | 'rate-limited' | 'internal'

type CannedResponse = { status: number; headers?: Record<string, string>; body: string }

describe('an app whose every call gets', () => {
  test.for(ANSWERS)(
    '%s shows the problem, and “Try again” works once the server does',
    async ([, answer, code], { sharedStage: stage, browser }) => {
      const phone = await getPhone({ stage, browser })
      const { page } = phone
      phone.errors.expect(REFUSED)
      await page.route(/\/api\//, (route) => route.fulfill(answer))
      await page.goto(startUrl(stage))
      await seeWayOn(phone, en.problems[code])
      await expect.poll(() => phone.mainButton()).toBe(en.actions.retry)
      await page.unrouteAll()
      await phone.emit('main_button_pressed')
      await page.getByText('@ada_fisher').waitFor()
      withoutTrace(phone)
      await phone.close()
    },
  )

  test('nothing because the device is offline says so, and the same tap works when the device is online again', async ({
    sharedStage: stage,
    browser,
  }) => {
    const phone = await getPhone({ stage, browser })
    const { page, context } = phone
    phone.errors.expect(/ERR_INTERNET_DISCONNECTED/)
    await page.goto(startUrl(stage))
    await page.getByText('@ada_fisher').waitFor()
    await page.getByRole('button', { name: en.home.settings }).click()
    await page.getByRole('heading', { name: en.settings.title }).waitFor()
    await context.setOffline(true)
    await page.getByRole('button', { name: en.settings.exportData }).click()
    await page.getByText(en.problems.offline).waitFor()
    await context.setOffline(false)
    await page.getByRole('button', { name: en.settings.exportData }).click()
    await page.getByText(en.settings.exportTitle).waitFor()
    withoutTrace(phone)
    await phone.close()
  })
})
