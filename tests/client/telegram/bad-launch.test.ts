import fc from 'fast-check'
import * as v from 'valibot'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Telegram } from '#client/telegram/telegram.ts'
import { launchTelegram, QUESTION, startTelegram } from '#tests/support/launch-telegram.ts'
import {
  DARK_THEME,
  getInitData,
  LIGHT_THEME,
  openTestMessenger,
} from '#tests/support/test-messenger.ts'

// Links in this test open nothing, and no server answers.
beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  vi.spyOn(window, 'open').mockReturnValue(null)
  vi.spyOn(location, 'assign').mockReturnValue(undefined)
})

const shown = (name: string) => document.documentElement.style.getPropertyValue(name)

const HASH = `${new URLSearchParams({
  tgWebAppData: getInitData(),
  tgWebAppVersion: '9.1',
  tgWebAppPlatform: 'ios',
  tgWebAppThemeParams: JSON.stringify(LIGHT_THEME),
})}`

/** Launch data of another member. */
const EVE = `${new URLSearchParams({
  tgWebAppData: getInitData({ user: JSON.stringify({ id: 43, first_name: 'Eve' }) }),
})}`

/** Everything that the app calls without the member; if the port throws in any of it, the screen stays blank. */
function useEverything(telegram: Telegram): void {
  telegram.ready()
  const state = { text: 'Go', enabled: true, busy: false }
  const buttons = [
    telegram.showMainButton(state, () => {}),
    telegram.showSecondaryButton(state, () => {}),
  ]
  const ends = [
    telegram.showBackButton(() => {}),
    telegram.showSettingsButton(() => {}),
    telegram.guardClosing(),
    telegram.onReturn(() => {}),
  ]
  for (const kind of ['success', 'warning', 'error', 'selection', 'impact'] as const)
    telegram.haptic(kind)
  telegram.openLink('https://example.com/')
  telegram.openTelegramLink('https://t.me/wallet/start?startapp=x')
  for (const button of buttons) {
    button.update({ ...state, busy: true })
    button.hide()
  }
  for (const end of ends) end()
}

describe('launch parameters', () => {
  test.each([0, 1, 12, 20, 60, 140, 200, 300, 360, 400])(
    'the app opens with parameters that are cut off after %i characters',
    async (length) => {
      const { telegram } = await launchTelegram({ hash: HASH.slice(0, length) })
      expect(['telegram', 'unsigned', 'outside']).toContain(telegram.launch.place)
      useEverything(telegram)
    },
  )

  test('the last value counts when a parameter comes twice', async () => {
    const { telegram } = await launchTelegram({
      hash: `tgWebAppVersion=6.0&tgWebAppPlatform=web&${HASH}`,
      path: '/?tgWebAppVersion=7.0&tgWebAppPlatform=tdesktop',
    })
    expect(telegram).toMatchObject({
      version: '9.1',
      platform: 'ios',
      launch: { place: 'telegram', telegramId: '42' },
    })
  })

  test('the same signed data twice is one launch', async () => {
    const { telegram } = await launchTelegram({ hash: `${HASH}&${HASH}` })
    expect(telegram.launch).toMatchObject({ telegramId: '42', initData: getInitData() })
    expect((await startTelegram()).launch).toEqual(telegram.launch)
  })

  test.each([
    ['before Telegram’s own', `${EVE}&${HASH}`],
    ['as a path, before Telegram’s own', `${EVE}?${HASH}`],
    ['after a path, before Telegram’s own', `connect?${EVE}&${HASH}`],
    ['after Telegram’s own', `${HASH}&${EVE}`],
    ['under an escaped name', `${EVE.replace('tgWebAppData', '%74gWebAppData')}&${HASH}`],
  ])(
    'attack: a button whose address has another member’s data %s signs nobody in',
    async (_, hash) => {
      const { telegram } = await launchTelegram({ hash })
      expect(telegram.launch).toEqual({ place: 'unsigned' })
      // A reload reads what was stored, and finds nobody either.
      expect((await startTelegram()).launch).toEqual({ place: 'unsigned' })
    },
  )

  test.each([
    ['in the query', `/?${EVE}&tgWebAppPlatform=android`, HASH],
    ['in the query of a page of ours', `/connect?${EVE}`, HASH],
  ])('attack: another member’s data %s counts for nothing', async (_, path, hash) => {
    const { telegram } = await launchTelegram({ path, hash })
    expect(telegram).toMatchObject({ platform: 'ios', launch: { telegramId: '42' } })
  })

  test.each([
    ['12.34', '12.34'],
    ['12.34.5', '12.34'],
    ['999.999', '999.999'],
    ['99999999999.1', '6.0'],
    ['1e9', '6.0'],
    ['-7.0', '6.0'],
    ['7', '6.0'],
    ['', '6.0'],
    ['<b>8.0</b>', '6.0'],
  ])('the version “%s” is read as %s', async (version, expected) => {
    const { telegram } = await launchTelegram({ version })
    expect(telegram.version).toBe(expected)
    useEverything(telegram)
  })

  test.each(['visionos', '', 'constructor', '__proto__', 'IOS', 'ios '.repeat(9_000)])(
    'the platform “%.12s” is read as unknown',
    async (platform) => {
      const { telegram } = await launchTelegram({ platform })
      expect(telegram.platform).toBe('unknown')
      useEverything(telegram)
    },
  )

  test.each(['%', '%zz', '%E0%A4%A', '&&=&==', '?tgWebAppData=%00', '\u202e', '#'.repeat(50)])(
    '“%s” among the parameters is skipped',
    async (rubbish) => {
      const { telegram } = await launchTelegram({ hash: `${rubbish}&${HASH}` })
      expect(telegram).toMatchObject({ platform: 'ios', version: '9.1' })
    },
  )

  test('the app opens when the storage of the tab is full', async () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const { telegram } = await launchTelegram()
    full.mockRestore()
    expect(telegram.launch.place).toBe('telegram')
  })
})

describe('a theme', () => {
  test.each([
    ['nulls', { bg_color: null, text_color: null }, ''],
    ['a list of colours', { bg_color: ['#ffffff'] }, ''],
    ['a short colour', { bg_color: '#FA0' }, '#FFAA00'],
    ['a short colour that shines through', { bg_color: '#FA08' }, '#FFAA00'],
    ['a colour that shines through', { bg_color: '#11223344' }, '#112233'],
    ['a name of a colour', { bg_color: 'red' }, ''],
    ['a style sheet', { bg_color: '#fff;} body{display:none' }, ''],
    ['no end', { bg_color: '#'.repeat(200_000) }, ''],
    ['a whole number', { bg_color: 0xff17212b | 0 }, '#17212b'],
  ])('a theme with %s leaves every colour of the page valid', async (_, theme, expected) => {
    const { telegram, messenger } = await launchTelegram({ theme: JSON.stringify(theme) })
    expect(shown('--tg-theme-bg-color')).toBe(expected)
    messenger.emit('theme_changed', { theme_params: LIGHT_THEME })
    messenger.emit('theme_changed', { theme_params: theme })
    expect(shown('--tg-theme-bg-color')).toBe(expected || LIGHT_THEME.bg_color)
    for (const name of ['--bg', '--text', '--link', '--button', '--button-text'])
      expect(shown(name)).toMatch(/^#[\da-f]{6}$/i)
    useEverything(telegram)
  })
})

describe('a dark page', () => {
  test.each([
    ['without data', undefined],
    ['with null', null],
    ['without a theme', {}],
    ['with an empty theme', { theme_params: {} }],
    ['with null as its theme', { theme_params: null }],
    ['with a list as its theme', { theme_params: ['#ffffff'] }],
  ])('stays dark after a theme_changed %s', async (_, data) => {
    const { telegram, messenger } = await launchTelegram({ theme: JSON.stringify(DARK_THEME) })
    messenger.emit('theme_changed', data)
    expect(telegram.colorScheme.get()).toBe('dark')
    expect(shown('--tg-theme-bg-color')).toBe(DARK_THEME.bg_color)
  })
})

describe('a messenger', () => {
  const ListenerSchema = v.object({ receiveEvent: v.function() })
  const NamesSchema = v.object({
    TelegramGameProxy_receiveEvent: v.function(),
    TelegramGameProxy: ListenerSchema,
    Telegram: v.object({ WebView: ListenerSchema }),
  })
  const EVENTS = [
    'theme_changed',
    'viewport_changed',
    'safe_area_changed',
    'content_safe_area_changed',
    'fullscreen_changed',
    'main_button_pressed',
    'secondary_button_pressed',
    'back_button_pressed',
    'settings_button_pressed',
    'popup_closed',
    'write_access_requested',
    'home_screen_checked',
    'home_screen_added',
    'visibility_changed',
    'not_yet_invented',
  ]

  test('events with any data in any order break nothing', async () => {
    const { telegram, messenger } = await launchTelegram()
    const data = fc.anything({ withNullPrototype: false, maxDepth: 2 })
    const reported = fc.array(fc.tuple(fc.constantFrom(...EVENTS), data), { maxLength: 12 })
    fc.assert(
      fc.property(reported, (events) => {
        useEverything(telegram)
        for (const [event, payload] of events) messenger.emit(event, payload)
        useEverything(telegram)
      }),
      { numRuns: 60 },
    )
  })

  test('messages that do not follow the protocol, or that another window posts, do nothing', async () => {
    const { telegram } = await launchTelegram()
    const onPress = vi.fn()
    telegram.showBackButton(onPress)
    for (const data of [
      null,
      7,
      '',
      '{',
      '[]',
      '{"eventType":7}',
      { eventType: 'back_button_pressed' },
    ])
      window.dispatchEvent(new MessageEvent('message', { data, source: window.parent }))
    const data = '{"eventType":"back_button_pressed"}'
    window.dispatchEvent(new MessageEvent('message', { data, source: null }))
    expect(onPress).not.toHaveBeenCalled()
  })

  test.each([
    [
      'throws at every call',
      () => {
        throw new Error('no')
      },
    ],
    ['is no function', 'not a function'],
  ])('a postEvent that %s breaks nothing', async (_, postEvent) => {
    openTestMessenger()
    Object.assign(window, { TelegramWebviewProxy: { postEvent } })
    const telegram = await startTelegram()
    expect(telegram.launch.place).toBe('telegram')
    useEverything(telegram)
  })

  test('a native client reaches the app under each of the names that clients call', async () => {
    const { telegram } = await launchTelegram()
    const onPress = vi.fn()
    telegram.showBackButton(onPress)
    const {
      TelegramGameProxy_receiveEvent: receive,
      TelegramGameProxy: game,
      Telegram: web,
    } = v.parse(NamesSchema, window)
    receive('back_button_pressed')
    game.receiveEvent('back_button_pressed')
    web.WebView.receiveEvent('back_button_pressed')
    expect(onPress).toHaveBeenCalledTimes(3)
  })

  test('every question to a client that never answers ends without an answer', async () => {
    const { telegram } = await launchTelegram()
    vi.useFakeTimers()
    const answers = Promise.all([
      telegram.ask(QUESTION),
      telegram.requestWriteAccess(),
      telegram.canAddToHomeScreen(),
      telegram.addToHomeScreen(),
      telegram.shareMessage('prepared'),
    ])
    await vi.dynamicImportSettled()
    await vi.runAllTimersAsync()
    vi.useRealTimers()
    expect(await answers).toEqual([false, 'unanswered', false, false, 'unsupported'])
  })
})
