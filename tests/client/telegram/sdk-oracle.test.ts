import {
  backButton,
  hapticFeedback,
  init,
  mainButton,
  miniApp,
  openLink,
  openTelegramLink,
  popup,
  retrieveLaunchParams,
  retrieveRawInitData,
  settingsButton,
  swipeBehavior,
  themeParams,
  viewport,
} from '@telegram-apps/sdk-react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Telegram } from '#client/telegram/telegram.ts'
import { type Launched, launchTelegram, QUESTION } from '#tests/support/launch-telegram.ts'
import {
  getInitData,
  type TestMessengerOptions,
  LIGHT_THEME,
} from '#tests/support/test-messenger.ts'
import { awaitTicks } from '#tests/support/until.ts'

/*
 * The Telegram SDK reads the same launches and events as our own layer. Where the two differ, the difference stands
 * here, and its reason in decision 008.
 */

// The SDK writes about what it refuses.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

const root = document.documentElement
const variable = (name: string) => root.style.getPropertyValue(name)

type Reading = Readonly<Record<string, unknown>>

/** The fields in which two readings differ: ours, and the SDK's. */
function compare(ours: Reading, sdk: Reading): Record<string, [unknown, unknown]> {
  const names = Object.keys(ours).filter((name) => ours[name] !== sdk[name])
  return Object.fromEntries(names.map((name) => [name, [ours[name], sdk[name]]]))
}

function readOurs({ platform, version, launch: read }: Telegram): Reading {
  const member = read.place === 'telegram' ? read : null
  return {
    platform,
    version,
    initData: member?.initData,
    telegramId: member?.telegramId,
    firstName: member?.firstName,
    languageCode: member?.languageCode,
    background: variable('--tg-theme-bg-color') || undefined,
  }
}

/** Empty where the SDK refuses the launch. */
function readSdk(): Reading {
  try {
    const { tgWebAppPlatform, tgWebAppVersion, tgWebAppData, tgWebAppThemeParams } =
      retrieveLaunchParams()
    const user = tgWebAppData?.user
    return {
      platform: tgWebAppPlatform,
      version: tgWebAppVersion,
      initData: user && retrieveRawInitData(),
      telegramId: user && `${user.id}`,
      firstName: user?.first_name,
      languageCode: user?.language_code,
      background: tgWebAppThemeParams.bg_color,
    }
  } catch {
    return {}
  }
}

const withTheme = (colors: object): TestMessengerOptions => ({
  theme: JSON.stringify({ ...LIGHT_THEME, ...colors }),
})

const withUser = (user: object): TestMessengerOptions => ({
  initData: getInitData({ user: JSON.stringify(user) }),
})

function withoutField(name: string): TestMessengerOptions {
  const fields = new URLSearchParams(getInitData())
  fields.delete(name)
  return { initData: `${fields}` }
}

const PARAMETERS = {
  tgWebAppPlatform: 'ios',
  tgWebAppVersion: '9.1',
  tgWebAppThemeParams: JSON.stringify(LIGHT_THEME),
  tgWebAppData: getInitData(),
}
const HASH = `${new URLSearchParams(PARAMETERS)}`
const { tgWebAppVersion: _version, ...VERSIONLESS } = PARAMETERS

describe('a launch', () => {
  test.each<[string, TestMessengerOptions]>([
    ['a launch on a phone', {}],
    ['a launch on a computer', { platform: 'tdesktop' }],
    ['a launch on a Mac', { platform: 'macos' }],
    ['a launch in Web A', { platform: 'weba', isFrame: true }],
    ['a client of the first version', { version: '6.0' }],
    ['data with a field of the future', { initData: getInitData({ new_field: 'x' }) }],
    ['a launch without a theme', { theme: undefined }],
    ['a theme that is no JSON', { theme: '{' }],
    ['a short colour', withTheme({ bg_color: '#fff' })],
    ['a colour with transparency', withTheme({ bg_color: '#ffffffff' })],
    ['a colour by name', withTheme({ bg_color: 'white' })],
    ['a colour of the future', withTheme({ new_color: '#123456' })],
    ['a launch without data', { initData: '' }],
    ['data without a user', withoutField('user')],
    ['a colour that is a whole number', withTheme({ bg_color: 1 })],
    ['a parameter that occurs twice', { hash: `${HASH}&tgWebAppPlatform=android` }],
    ['parameters behind a route', { hash: `/home?${HASH}` }],
    ['data that was cut off', { hash: HASH.slice(0, -10) }],
  ])('our layer and the Telegram SDK read the same from %s', async (_, options) => {
    const { telegram } = await launchTelegram(options)
    expect(compare(readOurs(telegram), readSdk())).toEqual({})
  })

  test.each<[string, TestMessengerOptions, Record<string, [unknown, unknown]>]>([
    [
      'counts Android X as Android',
      { platform: 'android_x' },
      { platform: ['android', 'android_x'] },
    ],
    ['counts Web K as web', { platform: 'webk', isFrame: true }, { platform: ['web', 'webk'] }],
    ['knows no further platform', { platform: 'unigram' }, { platform: ['unknown', 'unigram'] }],
    ['ignores a third number of a version', { version: '9.1.2' }, { version: ['9.1', '9.1.2'] }],
    ['takes a strange version for the oldest', { version: 'x' }, { version: ['6.0', 'x'] }],
    [
      'refuses an id beyond exact numbers',
      { initData: getInitData({ user: '{"id":9007199254740993,"first_name":"Ann"}' }) },
      {
        initData: [undefined, expect.any(String)],
        telegramId: [undefined, '9007199254740992'],
        firstName: [undefined, 'Ann'],
      },
    ],
  ])('unlike the Telegram SDK, our layer %s', async (_, options, differences) => {
    const { telegram } = await launchTelegram(options)
    expect(compare(readOurs(telegram), readSdk())).toEqual(differences)
  })

  test.each<[string, TestMessengerOptions]>([
    ['data without `signature`', withoutField('signature')],
    ['data without `auth_date`', withoutField('auth_date')],
    ['a user with an odd field', withUser({ id: 42, first_name: 'Ann', is_premium: 'yes' })],
    ['parameters without a version', { hash: `${new URLSearchParams(VERSIONLESS)}` }],
  ])('our layer reads a member from %s, which the Telegram SDK refuses', async (_, options) => {
    const { telegram } = await launchTelegram(options)
    expect(readSdk()).toEqual({})
    expect(telegram.launch).toMatchObject({ place: 'telegram', telegramId: '42' })
  })

  test('our layer ignores parameters in the query, which the Telegram SDK reads', async () => {
    const { telegram } = await launchTelegram({ hash: '', path: `/?${HASH}` })
    expect(readSdk()).toMatchObject({ telegramId: '42' })
    expect(telegram.launch).toEqual({ place: 'outside' })
  })

  test.each<[string, TestMessengerOptions]>([
    ['data without `hash`', withoutField('hash')],
    ['a user without a name', withUser({ id: 42 })],
    ['an id that is a text', withUser({ id: '42', first_name: 'Ann' })],
  ])('our layer opens unsigned with %s, which the Telegram SDK refuses', async (_, options) => {
    const { telegram } = await launchTelegram(options)
    expect(readSdk()).toEqual({})
    expect(telegram.launch).toEqual({ place: 'unsigned' })
  })
})

const NONE = { top: 0, right: 0, bottom: 0, left: 0 }

/** A client that answers what the SDK waits for. */
const ANSWERS = {
  web_app_request_theme: { event: 'theme_changed', data: { theme_params: LIGHT_THEME } },
  web_app_request_viewport: {
    event: 'viewport_changed',
    data: { height: innerHeight, width: innerWidth, is_expanded: true, is_state_stable: true },
  },
  web_app_request_safe_area: { event: 'safe_area_changed', data: { ...NONE, top: 50 } },
  web_app_request_content_safe_area: {
    event: 'content_safe_area_changed',
    data: { ...NONE, top: 40 },
  },
}

const BUTTONS = [backButton, settingsButton, mainButton]

/** Both layers on one page. */
async function startBoth(): Promise<Launched> {
  const launched = await launchTelegram({ answers: ANSWERS })
  const stop = init()
  themeParams.mountSync()
  for (const { mount } of BUTTONS) mount()
  await viewport.mount()
  onTestFinished(() => {
    viewport.unmount()
    swipeBehavior.unmount()
    for (const { unmount } of BUTTONS) unmount()
    themeParams.unmount()
    stop()
  })
  return launched
}

const seeOurs = (): Reading => ({
  background: variable('--tg-theme-bg-color'),
  link: variable('--tg-theme-link-color'),
  top: variable('--safe-top'),
  covered: variable('--covered-bottom'),
})

const seeSdk = (): Reading => ({
  background: themeParams.backgroundColor() ?? '',
  link: themeParams.linkColor() ?? '',
  top: `${viewport.safeAreaInsetTop() + viewport.contentSafeAreaInsetTop()}px`,
  covered: `${innerHeight - viewport.stableHeight()}px`,
})

const THEME = { bg_color: '#112233', link_color: '#abcdef' }
const HEIGHT = { width: innerWidth, height: innerHeight - 200, is_expanded: true }

describe('an event', () => {
  test.each<[string, string, unknown]>([
    ['the start', 'nothing', undefined],
    ['another theme', 'theme_changed', { theme_params: THEME }],
    ['a keyboard', 'viewport_changed', { ...HEIGHT, is_state_stable: true }],
    ['a height in motion', 'viewport_changed', { ...HEIGHT, is_state_stable: false }],
    ['another inset', 'safe_area_changed', { ...NONE, top: 5 }],
    ['another inset of the controls', 'content_safe_area_changed', { ...NONE, top: 5 }],
  ])('our layer and the Telegram SDK show the same after %s', async (_, event, data) => {
    const both = await startBoth()
    both.messenger.emit(event, data)
    expect(compare(seeOurs(), seeSdk())).toEqual({})
  })

  test('a press of the back button reaches our layer and the Telegram SDK once each', async () => {
    const both = await startBoth()
    const ours = vi.fn<() => void>()
    const sdk = vi.fn<() => void>()
    both.telegram.showBackButton(ours)
    const stop = backButton.onClick(sdk)
    both.messenger.emit('back_button_pressed')
    stop()
    expect([ours, sdk].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  })

  test.each<[string, string, unknown, Record<string, [unknown, unknown]>]>([
    [
      'takes a theme with a short colour',
      'theme_changed',
      { theme_params: { ...THEME, bg_color: '#123' } },
      { background: ['#112233', LIGHT_THEME.bg_color], link: [THEME.link_color, ''] },
    ],
    [
      'ignores an inset that is a text',
      'safe_area_changed',
      { ...NONE, top: '5' },
      { top: ['90px', '540px'] },
    ],
    [
      'ignores a height that no page has',
      'viewport_changed',
      { ...HEIGHT, height: 50, is_state_stable: true },
      { covered: ['0px', `${innerHeight - 50}px`] },
    ],
  ])('unlike the Telegram SDK, our layer %s', async (_, event, data, differences) => {
    const both = await startBoth()
    both.messenger.emit(event, data)
    expect(compare(seeOurs(), seeSdk())).toEqual(differences)
  })
})

const nothing = () => {}
const BUTTON = { text: 'Go', enabled: true, busy: false }
const PAGE = 'https://example.com/'
const TELEGRAM_LINK = 'https://t.me/bot?startapp=x'

/** The same call of our layer and of the SDK. */
type CallPair = [ours: (telegram: Telegram) => unknown, sdk: () => unknown]

const askBySdk = (message: string) =>
  popup.show({
    title: QUESTION.title,
    message,
    buttons: [
      { id: 'confirm', type: 'destructive', text: QUESTION.confirm },
      { id: 'cancel', type: 'default', text: QUESTION.cancel },
    ],
  })

/** What the client receives from our layer, and what from the SDK. */
async function seePosts({ messenger, telegram }: Launched, [ours, sdk]: CallPair) {
  const postsOf = async (call: () => unknown) => {
    const before = messenger.posted.length
    call()
    await vi.dynamicImportSettled()
    await awaitTicks()
    return messenger.posted.slice(before)
  }
  await awaitTicks()
  return [await postsOf(() => ours(telegram)), await postsOf(sdk)]
}

describe('a call', () => {
  test.each<[string, ...CallPair]>([
    ['“ready”', (telegram) => telegram.ready(), miniApp.ready],
    ['a back button', (telegram) => telegram.showBackButton(nothing), backButton.show],
    ['a settings button', (telegram) => telegram.showSettingsButton(nothing), settingsButton.show],
    ['a selection', (telegram) => telegram.haptic('selection'), hapticFeedback.selectionChanged],
    [
      'a warning',
      (telegram) => telegram.haptic('warning'),
      () => hapticFeedback.notificationOccurred('warning'),
    ],
    ['a link', (telegram) => telegram.openLink(PAGE), () => openLink(PAGE)],
    [
      'a link to Telegram',
      (telegram) => telegram.openTelegramLink(TELEGRAM_LINK),
      () => openTelegramLink(TELEGRAM_LINK),
    ],
    ['a question', (telegram) => telegram.ask(QUESTION), () => askBySdk(QUESTION.message)],
  ])('our layer and the Telegram SDK post the same for %s', async (_, ours, sdk) => {
    const both = await startBoth()
    const [posts, sdkPosts] = await seePosts(both, [ours, sdk])
    both.messenger.emit('popup_closed', {})
    expect(posts).toHaveLength(1)
    expect(posts).toEqual(sdkPosts)
  })

  test.each<[string, CallPair, ours: unknown[], sdk: unknown[]]>([
    [
      'gives a button the page’s colours',
      [
        (telegram) => telegram.showMainButton(BUTTON, nothing),
        () => mainButton.setParams({ text: 'Go', isVisible: true }),
      ],
      [{ text: 'Go', color: '#1275de' }],
      [{ text: 'Go', color: '#2481cc' }],
    ],
    [
      'keeps a button that one screen hides and the next one shows',
      [
        (telegram) => {
          telegram.showBackButton(nothing)()
          telegram.showBackButton(nothing)
        },
        () => {
          backButton.show()
          backButton.hide()
          backButton.show()
        },
      ],
      [{ is_visible: true }],
      [{ is_visible: true }, { is_visible: false }, { is_visible: true }],
    ],
    [
      'posts no link for which a client closes the app',
      [(telegram) => telegram.openLink('tc://connect'), () => openLink('tc://connect')],
      [],
      [{ url: 'tc://connect' }],
    ],
    [
      'allows swipes until a guard needs none',
      [nothing, swipeBehavior.mount],
      [],
      [{ allow_vertical_swipe: false }],
    ],
  ])('unlike the Telegram SDK, our layer %s', async (_, call, ours, sdk) => {
    const seen = await seePosts(await startBoth(), call)
    expect(seen.map((posts) => posts.map(({ data }) => data))).toMatchObject([ours, sdk])
  })

  test.each<[string, TestMessengerOptions, ...CallPair]>([
    [
      'anything, in a launch that the SDK refuses',
      withoutField('signature'),
      (telegram) => telegram.ready(),
      miniApp.ready,
    ],
    [
      'a link to Telegram under another of its domains',
      {},
      (telegram) => telegram.openTelegramLink('https://telegram.me/bot'),
      () => openTelegramLink('https://telegram.me/bot'),
    ],
    [
      'a question that is too long',
      {},
      (telegram) => telegram.ask({ ...QUESTION, message: 'x'.repeat(300) }),
      () => askBySdk('x'.repeat(300)),
    ],
  ])('our layer posts %s, for which the Telegram SDK throws', async (_, options, ours, sdk) => {
    const launched = await launchTelegram(options)
    onTestFinished(init({ launchParams: { tgWebAppPlatform: 'ios', tgWebAppVersion: '9.1' } }))
    const [posts] = await seePosts(launched, [ours, nothing])
    expect(posts).toHaveLength(1)
    expect(sdk).toThrow(/Unable to call|is invalid|Invalid message/u)
  })
})
