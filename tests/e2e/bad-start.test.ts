import { describe, expect } from 'vitest'
import type { Browser } from 'playwright-core'
import { failureMessages } from '#client/i18n/failure-messages.ts'
import { ADA } from '#demo/telegram/people.ts'
import { findAxeFaults } from '#tests/support/axe-faults.ts'
import { type DemoStage } from '#tests/support/demo-stage.ts'
import { test } from '#tests/support/e2e-test.ts'
import { DARK, encodeFields, launchFields, signInitData } from '#tests/support/init-data.ts'
import { type NativePhone, openNativePhone } from '#tests/support/native-phone.ts'
import { en, fa } from '#tests/support/messages.ts'
import { askGroup } from '#tests/support/post-request.ts'

/** The browser's own line about an answer of 400 or more. */
const REFUSED = /Failed to load resource/
const ADA_USER = { id: ADA, first_name: 'Ada', username: 'ada_fisher', language_code: 'en' }

/** The fields with which a client opens the app for this user now. */
const getFields = ({ demo }: DemoStage, user: Record<string, unknown>, other = {}) => {
  const authDate = Math.floor(Date.now() / 1_000)
  return launchFields(signInitData({ botToken: demo.world.botToken, user, authDate }), other)
}

type PageVisit = { stage: DemoStage; browser: Browser; before?: string }

/** A phone that has never opened the app. */
function getPhone({ stage, browser, before }: PageVisit): Promise<NativePhone> {
  const { appUrl } = stage.demo
  return openNativePhone(browser, { appUrl, ...(before !== undefined && { before }) })
}

const withoutTrace = (phone: NativePhone) => expect(phone.errors.unexpected()).toEqual([])

describe('a theme', () => {
  const THEMES: [name: string, theme: Record<string, string>][] = [
    ['whose text is as dark as its ground', getTheme('#101010', '#181818')],
    ['whose text is as light as its ground', getTheme('#ffffff', '#f4f4f4')],
    ['of one middle grey', getTheme('#808080', '#808080')],
    ['of yellow on white', { ...getTheme('#ffffff', '#ffe600'), button_color: '#ffe600' }],
  ]

  test.for(THEMES)('%s can be read', async ([, theme], { sharedStage: stage, browser }) => {
    const phone = await getPhone({ stage, browser })
    const fields = getFields(stage, ADA_USER, { tgWebAppThemeParams: JSON.stringify(theme) })
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

let members = 0

/** The address at which a client opens the app, for a new member each time, because attempts are limited. */
function startUrl(stage: DemoStage): string {
  members += 1
  const user = { ...ADA_USER, id: ADA + members }
  return `${stage.demo.appUrl}/#${encodeFields(getFields(stage, user))}`
}

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
    // The picture of what a link leads to is on the page, and stays in its template.
    const { request } = await askGroup(stage)
    await page.goto(`${stage.demo.appUrl}/?tgWebAppStartParam=${request.code}`)
    expect(await page.content()).toContain('template id="link"')
    await expect.poll(() => text.allInnerTexts()).toEqual([expect.stringContaining('جاوااسکریپت')])
    expect(await page.locator('main:visible').count()).toBe(1)
    await context.close()
  })
})
