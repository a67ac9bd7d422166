import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Telegram } from '#client/telegram/telegram.ts'
import {
  DARK_THEME,
  initDataOf,
  LIGHT_THEME,
  openTelegramHost,
  visit,
  type HostOptions,
  type TelegramHost,
} from '#tests/support/telegram-host.ts'

let host: TelegramHost | null = null

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  host?.close()
  host = null
})

/** Runs the page's start as `index.html` does: the inline script, then the app's side of Telegram. */
async function launch(options?: HostOptions): Promise<{ telegram: Telegram; host: TelegramHost }> {
  host = openTelegramHost(options)
  return { telegram: await start(), host }
}

async function start(): Promise<Telegram> {
  vi.resetModules()
  await import('#client/early.ts')
  const { createTelegram } = await import('#client/telegram/create-telegram.ts')
  return createTelegram()
}

const settled = () => Promise.resolve()
const root = document.documentElement
const QUESTION = {
  title: 'Unlink?',
  message: 'The bot will forget the wallet.',
  confirm: 'Unlink',
  cancel: 'Keep',
  destructive: true,
}

const VERSIONS = ['6.0', '6.1', '6.2', '6.4', '6.9', '6.10', '7.0', '7.7', '7.10', '8.0', '9.1']
const PLATFORMS = ['ios', 'android', 'android_x', 'tdesktop', 'macos', 'web', 'weba', 'unigram']

describe.each(VERSIONS)('a client of version %s', (version) => {
  test.each(PLATFORMS)('on %s serves every call without throwing', async (platform) => {
    const { telegram, host } = await launch({ version, platform })
    vi.useFakeTimers()
    vi.stubGlobal('confirm', () => true)
    telegram.ready()
    const hideBack = telegram.showBackButton(() => {})
    const button = telegram.showMainButton({ text: 'Go', enabled: true, busy: false }, () => {})
    const hideSettings = telegram.showSettingsButton(() => {})
    button.update({ text: 'Go', enabled: false, busy: true })
    for (const kind of ['success', 'warning', 'error', 'selection', 'impact'] as const)
      telegram.haptic(kind)
    const release = telegram.guardClosing()
    telegram.openLink('https://example.com/')
    telegram.openTelegramLink('https://t.me/wallet/start?startapp=x')
    const stop = telegram.onReturn(() => {})
    const answers = Promise.all([telegram.ask(QUESTION), telegram.requestWriteAccess()])
    await vi.runAllTimersAsync()
    for (const end of [hideBack, hideSettings, release, stop]) end()
    button.hide()
    telegram.close()
    expect(await answers).toEqual([version === '6.0' || version === '6.1', false])
    expect(host.dataOf('web_app_ready')).toHaveLength(1)
    expect(host.dataOf('web_app_close')).toHaveLength(1)
  })
})

describe('a launch', () => {
  test('with signed data names who is here', async () => {
    const { telegram } = await launch()
    expect(telegram.launch).toEqual({
      place: 'telegram',
      initData: initDataOf(),
      telegramId: '42',
      firstName: 'Ann',
      languageCode: 'fa',
    })
    expect(root.dataset['launch']).toBe('telegram')
  })

  test('without `signature` in its data is still a launch from Telegram', async () => {
    const fields = new URLSearchParams(initDataOf())
    fields.delete('signature')
    const { telegram } = await launch({ initData: `${fields}` })
    expect(telegram.launch).toMatchObject({ place: 'telegram', initData: `${fields}` })
  })

  test('from a keyboard or inline button has no signed data', async () => {
    const { telegram } = await launch({ initData: '' })
    expect(telegram.launch).toEqual({ place: 'unsigned' })
    expect(root.dataset['launch']).toBe('unsigned')
    expect(telegram.hasMainButton).toBe(true)
  })

  test.each([
    ['no user', 'auth_date=1&hash=ab'],
    ['no hash', `user=${encodeURIComponent('{"id":1,"first_name":"A"}')}`],
    ['a broken user', 'user=%7B&hash=ab'],
    ['a user id that is no number', `user=${encodeURIComponent('{"id":"1"}')}&hash=ab`],
  ])('whose data has %s counts as unsigned', async (_, initData) => {
    const { telegram } = await launch({ initData })
    expect(telegram.launch).toEqual({ place: 'unsigned' })
  })

  test('in a browser is outside, and everything has an answer there', async () => {
    visit('/wallets/x')
    vi.stubGlobal('confirm', () => true)
    const telegram = await start()
    expect(telegram).toMatchObject({ launch: { place: 'outside' }, version: '0.0' })
    expect(root.dataset['launch']).toBe('outside')
    expect(await telegram.ask(QUESTION)).toBe(true)
    expect(await telegram.requestWriteAccess()).toBe(false)
  })

  test('whose hash was copied into a browser is outside', async () => {
    const { close } = openTelegramHost()
    const copied = location.hash
    close()
    visit(`/${copied}`)
    const telegram = await start()
    expect(telegram.launch).toEqual({ place: 'outside' })
    expect(sessionStorage).toHaveLength(0)
    visit('/')
  })

  test('survives a reload after its parameters have left the URL', async () => {
    const first = await launch()
    const { stripLaunchParameters } = await import('#client/telegram/launch-parameters.ts')
    stripLaunchParameters()
    const again = await start()
    expect(again.launch).toEqual(first.telegram.launch)
  })

  test('without data after one with data does not inherit it', async () => {
    await launch()
    visit('/#tgWebAppPlatform=ios&tgWebAppVersion=9.1')
    expect((await start()).launch).toEqual({ place: 'unsigned' })
  })

  test('with an unknown platform and version falls back to the oldest protocol', async () => {
    const { telegram } = await launch({ platform: 'visionos', version: 'next' })
    expect(telegram).toMatchObject({ platform: 'unknown', version: '6.0', hasBackButton: false })
  })

  test('works where the browser blocks storage', async () => {
    const names = ['sessionStorage', 'localStorage'] as const
    const before = names.map((name) => [name, window[name]] as const)
    for (const name of names)
      Object.defineProperty(window, name, { configurable: true, get: blocked })
    const { telegram } = await launch()
    expect(telegram.launch.place).toBe('telegram')
    localStorage.setItem('key', 'value')
    expect(localStorage.getItem('key')).toBe('value')
    for (const [name, value] of before)
      Object.defineProperty(window, name, { configurable: true, value })
  })

  test('leaves nothing of its data in the location', async () => {
    await launch()
    const { stripLaunchParameters } = await import('#client/telegram/launch-parameters.ts')
    stripLaunchParameters()
    expect(location.href).toBe(`${location.origin}/?lang=fa`)
    expect(sessionStorage.getItem('tapps/launchParams')).toContain('tgWebAppPlatform=ios')
  })

  test('keeps a hash that is not Telegram’s', async () => {
    visit('/#ticket=abc')
    const { stripLaunchParameters } = await import('#client/telegram/launch-parameters.ts')
    stripLaunchParameters()
    expect(location.hash).toBe('#ticket=abc')
  })
})

describe('the theme', () => {
  test('is on the page before the app starts', async () => {
    const { telegram } = await launch({ theme: JSON.stringify(DARK_THEME) })
    expect(root.dataset['theme']).toBe('dark')
    expect(root.style.getPropertyValue('--tg-theme-bg-color')).toBe('#17212b')
    expect(telegram.colorScheme.get()).toBe('dark')
  })

  test.each([
    ['missing', undefined],
    ['not JSON', '{'],
    ['null', 'null'],
    ['a list', '["#ffffff"]'],
  ])('that is %s does not make the launch another one', async (_, theme) => {
    const { telegram } = await launch({ theme })
    expect(telegram.launch.place).toBe('telegram')
    expect(root.style.getPropertyValue('--tg-theme-bg-color')).toBe('')
  })

  test('takes #RRGGBB under Telegram’s names and nothing else', async () => {
    await launch({
      theme: JSON.stringify({
        bg_color: '#fff',
        text_color: '#11223344',
        hint_color: 'red;} body{display:none',
        link_color: 7,
        'x:url(//evil)': '#000000',
        button_color: '#AABBCC',
      }),
    })
    expect(root.getAttribute('style')).toMatch(/^--tg-theme-button-color: #AABBCC;?$/)
  })

  test('follows Telegram live, with the colours of its bars', async () => {
    const { telegram, host } = await launch()
    const seen: string[] = []
    telegram.colorScheme.subscribe((scheme) => seen.push(scheme))
    host.emit('theme_changed', { theme_params: { ...DARK_THEME, text_color: '#f5f5f5' } })
    host.emit('theme_changed', { theme_params: LIGHT_THEME })
    expect(seen).toEqual(['light', 'dark', 'light'])
    expect(root.style.getPropertyValue('--tg-theme-text-color')).toBe('')
    const grounds = host.dataOf('web_app_set_background_color')
    expect(grounds).toContainEqual({ color: '#232e3c' })
    expect(grounds.at(-1)).toEqual({ color: '#f0f0f0' })
    expect(host.dataOf('web_app_set_header_color').at(-1)).toEqual({
      color_key: 'secondary_bg_color',
    })
    expect(host.dataOf('web_app_set_bottom_bar_color').at(-1)).toEqual(grounds.at(-1))
  })
})

describe('the safe area', () => {
  test('is the device’s inset plus that of Telegram’s controls', async () => {
    const { host } = await launch()
    host.emit('safe_area_changed', { top: 59, right: 0, bottom: 34, left: 0 })
    host.emit('content_safe_area_changed', { top: 46, right: 0, bottom: 0, left: 0 })
    expect(root.style.getPropertyValue('--safe-top')).toBe('105px')
    expect(root.style.getPropertyValue('--safe-bottom')).toBe('34px')
    host.emit('content_safe_area_changed', { top: 'x' })
    host.emit('safe_area_changed', { top: 0, right: 0, bottom: 0, left: 0 })
    expect(root.style.getPropertyValue('--safe-top')).toBe('46px')
  })

  test('follows the stable height only', async () => {
    const { host } = await launch()
    host.emit('viewport_changed', { height: 700, is_expanded: true, is_state_stable: true })
    host.emit('viewport_changed', { height: 333, is_expanded: true, is_state_stable: false })
    expect(root.style.getPropertyValue('--viewport-height')).toBe('700px')
  })
})

describe('the back button', () => {
  test('calls the handler that was given last', async () => {
    const { telegram, host } = await launch()
    const first = vi.fn()
    const second = vi.fn()
    const hideFirst = telegram.showBackButton(first)
    telegram.showBackButton(second)
    hideFirst()
    host.emit('back_button_pressed')
    expect(first).not.toHaveBeenCalled()
    expect(second).toHaveBeenCalledTimes(1)
  })

  test('does not blink between two screens that both have it', async () => {
    const { telegram, host } = await launch()
    const hide = telegram.showBackButton(() => {})
    await settled()
    hide()
    const hideNext = telegram.showBackButton(() => {})
    await settled()
    hideNext()
    await settled()
    const states = host.dataOf('web_app_setup_back_button')
    expect(states).toEqual([false, true, false].map((is_visible) => ({ is_visible })))
  })
})

describe('the main button', () => {
  const GO = { text: 'Go', enabled: true, busy: false }

  test('shows its state and is pressed', async () => {
    const { telegram, host } = await launch()
    const onPress = vi.fn()
    const button = telegram.showMainButton(GO, onPress)
    await settled()
    host.emit('main_button_pressed')
    button.update({ text: 'Go', enabled: true, busy: true })
    await settled()
    host.emit('main_button_pressed')
    button.hide()
    await settled()
    host.emit('main_button_pressed')
    expect(onPress).toHaveBeenCalledTimes(1)
    expect(host.dataOf('web_app_setup_main_button')).toEqual([
      { is_visible: false },
      { is_visible: true, is_active: true, is_progress_visible: false, text: 'Go' },
      { is_visible: true, is_active: false, is_progress_visible: true, text: 'Go' },
      { is_visible: false },
    ])
  })

  test('of a former screen changes nothing any more', async () => {
    const { telegram, host } = await launch()
    const former = telegram.showMainButton(GO, () => {})
    telegram.showMainButton({ ...GO, text: 'Next' }, () => {})
    former.update({ ...GO, text: 'Old' })
    former.hide()
    await settled()
    const states = host.dataOf('web_app_setup_main_button')
    expect(states).toMatchObject([{ is_visible: false }, { text: 'Next' }])
  })
})

describe('a question', () => {
  test.each([
    [{ button_id: 'confirm' }, true],
    [{ button_id: 'cancel' }, false],
    [{}, false],
  ])('answered with %o', async (data, expected) => {
    const answers = { web_app_open_popup: { event: 'popup_closed', data } }
    const { telegram, host } = await launch({ answers })
    expect(await telegram.ask(QUESTION)).toBe(expected)
    expect(host.dataOf('web_app_open_popup')).toMatchObject([
      { title: 'Unlink?', buttons: [{ type: 'destructive', text: 'Unlink' }, { text: 'Keep' }] },
    ])
  })

  test('while another one is open is a no', async () => {
    const { telegram, host } = await launch()
    const first = telegram.ask(QUESTION)
    expect(await telegram.ask(QUESTION)).toBe(false)
    host.emit('popup_closed', { button_id: 'confirm' })
    expect(await first).toBe(true)
  })
})

describe('leave to write', () => {
  test.each([
    ['allowed', true],
    ['cancelled', false],
  ])('that was %s', async (status, expected) => {
    const { telegram } = await launch({
      answers: {
        web_app_request_write_access: { event: 'write_access_requested', data: { status } },
      },
    })
    expect(await telegram.requestWriteAccess()).toBe(expected)
  })
})

describe('a link', () => {
  test('of Telegram opens in Telegram under any of its names', async () => {
    const { telegram, host } = await launch()
    telegram.openTelegramLink('https://t.me/bot/app?startapp=x')
    telegram.openTelegramLink('https://telegram.me/bot')
    expect(host.dataOf('web_app_open_tg_link')).toEqual([
      { path_full: '/bot/app?startapp=x' },
      { path_full: '/bot' },
    ])
  })

  test('with a scheme of its own is not passed on: some clients would close the app', async () => {
    const { telegram, host } = await launch()
    telegram.openLink('tonkeeper://ton-connect')
    telegram.openTelegramLink('javascript:alert(1)')
    telegram.openLink('no link')
    expect(host.dataOf('web_app_open_link')).toEqual([])
  })
})

test('closing is guarded for as long as any guard stands', async () => {
  const { telegram, host } = await launch()
  const [first, second] = [telegram.guardClosing(), telegram.guardClosing()]
  first()
  first()
  second()
  const needed = host.dataOf('web_app_setup_closing_behavior')
  expect(needed.map((data) => JSON.stringify(data))).toEqual(
    [true, true, true, false].map((needed) => JSON.stringify({ need_confirmation: needed })),
  )
})

test('a return is noticed by focus and by Telegram, until nobody listens', async () => {
  const { telegram, host } = await launch()
  const listener = vi.fn()
  const stop = telegram.onReturn(listener)
  window.dispatchEvent(new Event('focus'))
  host.emit('visibility_changed', { is_visible: false })
  host.emit('visibility_changed', { is_visible: true })
  stop()
  window.dispatchEvent(new Event('focus'))
  expect(listener).toHaveBeenCalledTimes(2)
})

test('a message from another window is not Telegram', async () => {
  const { telegram } = await launch()
  const onPress = vi.fn()
  telegram.showBackButton(onPress)
  const message = JSON.stringify({ eventType: 'back_button_pressed' })
  window.dispatchEvent(new MessageEvent('message', { data: message, source: null }))
  expect(onPress).not.toHaveBeenCalled()
})

function blocked(): never {
  throw new DOMException('blocked', 'SecurityError')
}
