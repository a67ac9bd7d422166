import { afterEach, describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/languages.ts'
import { loadMessages } from '#client/i18n/load-messages.ts'
import { renderFirstScreen } from '#client/prerender.tsx'
import { createFakeTelegram, MEMBER_LAUNCH } from '#tests/support/fake-telegram.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { BOOT, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'

afterEach(() => {
  delete document.documentElement.dataset['intent']
  delete document.documentElement.dataset['hydrated']
})

describe.each(LANGUAGES)('the first screen in %s', (language) => {
  const boot = { ...BOOT, language }
  const launch = { ...MEMBER_LAUNCH, languageCode: language }

  test('is taken over in Telegram without drawing anything anew', async () => {
    const { home } = renderFirstScreen(boot)
    const app = openApp({ boot, markup: home, telegram: createFakeTelegram({ launch }) })
    const button = app.container.querySelector('[data-intent=connect]')
    await until(() => expect(app.text()).toContain('@ada'))
    expect(app.recovered).toEqual([])
    expect(app.container.querySelector('[data-intent=connect]')).toBe(button)
  })

  test('is taken over outside Telegram without drawing anything anew', async () => {
    const { outside } = renderFirstScreen(boot)
    const telegram = createFakeTelegram({ launch: { place: 'outside' } })
    const app = openApp({ boot, markup: outside, telegram })
    const link = app.container.querySelector('a')
    await until(() => expect(document.documentElement.dataset['hydrated']).toBe(''))
    expect(app.recovered).toEqual([])
    expect(app.container.querySelector('a')).toBe(link)
    expect(link?.href).toBe('https://t.me/clasp_bot/app?startapp')
  })

  test('says its words before any script runs, and nothing of anybody', async () => {
    const { home } = await loadMessages(language)
    const screens = renderFirstScreen(boot)
    expect(screens.home).toContain(home.connect)
    expect(screens.home).not.toContain('Ada')
    expect(screens.waiting).toContain('aria-busy="true"')
  })
})

test('a returning member’s wallets, known before the page is taken over, cause no mismatch', async () => {
  const device = createMemoryStorage()
  const first = openApp({ device })
  await until(() => expect(first.text()).toContain('@ada'))
  const { home } = renderFirstScreen(BOOT)
  const app = openApp({ device, markup: home })
  await until(() => expect(app.text()).toContain('UQ'))
  expect(app.recovered).toEqual([])
})

test('a tap made before the page was alive leads to the choice of a wallet', async () => {
  document.documentElement.dataset['intent'] = 'connect'
  const { home } = renderFirstScreen(BOOT)
  const app = openApp({ markup: home })
  await until(() => expect(app.text()).toContain('Wallet in Telegram'))
  expect(app.router.route.get()).toEqual({ screen: 'connect' })
  expect(document.documentElement.dataset['intent']).toBeUndefined()
})

test('Telegram’s own language takes over from the server’s guess', async () => {
  const launch = { ...MEMBER_LAUNCH, languageCode: 'fa-IR' }
  const { home } = renderFirstScreen(BOOT)
  const app = openApp({ markup: home, telegram: createFakeTelegram({ launch }) })
  const { home: words } = await loadMessages('fa')
  await until(() => expect(app.text()).toContain(words.connect))
  expect(document.documentElement).toMatchObject({ lang: 'fa', dir: 'rtl' })
  expect(app.recovered).toEqual([])
})
