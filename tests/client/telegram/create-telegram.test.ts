import { describe, expect, test, vi } from 'vitest'
import { launchTelegram, QUESTION, startTelegram } from '#tests/support/launch-telegram.ts'
import { DARK_THEME, LIGHT_THEME, openTestMessenger, visit } from '#tests/support/test-messenger.ts'

const root = document.documentElement

describe('a launch', () => {
  test('a launch has no signed data when a keyboard or an inline button opens the app', async () => {
    const { telegram } = await launchTelegram({ initData: '' })
    expect(telegram.launch).toEqual({ place: 'unsigned' })
    expect(root.dataset['launch']).toBe('unsigned')
    expect(telegram.hasMainButton).toBe(true)
  })

  test.each([
    ['no user', 'auth_date=1&hash=ab'],
    ['a broken user', 'user=%7B&hash=ab'],
  ])('counts as unsigned when its data has %s', async (_, initData) => {
    const { telegram } = await launchTelegram({ initData })
    expect(telegram.launch).toEqual({ place: 'unsigned' })
  })

  test('a launch in a browser counts as outside, and every function still answers there', async () => {
    visit('/wallets/x')
    const telegram = await startTelegram()
    expect(telegram).toMatchObject({ launch: { place: 'outside' }, version: '0.0' })
    expect(root.dataset['launch']).toBe('outside')
    const answer = telegram.ask(QUESTION)
    telegram.question.get()?.answer(true)
    expect(await answer).toBe(true)
    expect(await telegram.requestWriteAccess()).toBe('unanswered')
    expect(await telegram.canAddToHomeScreen()).toBe(false)
    expect(await telegram.shareMessage('prepared')).toBe('unsupported')
  })

  test('counts as outside when its hash was copied into a browser', async () => {
    const { close } = openTestMessenger()
    const copied = location.hash
    close()
    visit(`/${copied}`)
    const telegram = await startTelegram()
    expect(telegram.launch).toEqual({ place: 'outside' })
    expect(sessionStorage).toHaveLength(0)
    visit('/')
  })

  test('survives a reload after its parameters have left the URL', async () => {
    const first = await launchTelegram()
    const { stripLaunchParams } = await import('#client/telegram/launch-params.ts')
    stripLaunchParams()
    const again = await startTelegram()
    expect(again.launch).toEqual(first.telegram.launch)
  })

  test('a launch does not inherit the data of an earlier launch', async () => {
    await launchTelegram()
    visit('/#tgWebAppPlatform=ios&tgWebAppVersion=9.1')
    expect((await startTelegram()).launch).toEqual({ place: 'unsigned' })
  })

  test('works where the browser blocks storage', async () => {
    const names = ['sessionStorage', 'localStorage'] as const
    const before = names.map((name) => [name, window[name]] as const)
    for (const name of names)
      Object.defineProperty(window, name, { configurable: true, get: blocked })
    const { telegram } = await launchTelegram()
    expect(telegram.launch.place).toBe('telegram')
    localStorage.setItem('key', 'value')
    expect(localStorage.getItem('key')).toBe('value')
    for (const [name, value] of before)
      Object.defineProperty(window, name, { configurable: true, value })
  })

  test('leaves nothing of its data in the location', async () => {
    await launchTelegram()
    const { stripLaunchParams } = await import('#client/telegram/launch-params.ts')
    stripLaunchParams()
    expect(location.href).toBe(`${location.origin}/?lang=fa`)
    expect(sessionStorage.getItem('tapps/launchParams')).toContain('tgWebAppPlatform=ios')
  })

  test('keeps a hash that is not Telegram’s', async () => {
    visit('/#ticket=abc')
    const { stripLaunchParams } = await import('#client/telegram/launch-params.ts')
    stripLaunchParams()
    expect(location.hash).toBe('#ticket=abc')
  })
})

describe('the theme', () => {
  test('the theme is applied to the page before the app starts', async () => {
    const { telegram } = await launchTelegram({ theme: JSON.stringify(DARK_THEME) })
    expect(root.dataset['theme']).toBe('dark')
    expect(root.style.getPropertyValue('--tg-theme-bg-color')).toBe('#17212b')
    expect(telegram.colorScheme.get()).toBe('dark')
  })

  test.each([
    ['missing', undefined],
    ['not JSON', '{'],
    ['null', 'null'],
    ['a list', '["#ffffff"]'],
  ])('the theme does not change what kind of launch it is when it is %s', async (_, theme) => {
    const { telegram } = await launchTelegram({ theme })
    expect(telegram.launch.place).toBe('telegram')
    expect(root.style.getPropertyValue('--tg-theme-bg-color')).toBe('')
  })

  test('accepts only hex colours under Telegram’s names', async () => {
    await launchTelegram({
      theme: JSON.stringify({
        bg_color: '#fff',
        text_color: '#11223344',
        hint_color: 'red;} body{display:none',
        link_color: '7',
        'x:url(//evil)': '#000000',
        button_color: '#AABBCC',
      }),
    })
    expect(telegramVariables()).toEqual({
      '--tg-theme-bg-color': '#ffffff',
      '--tg-theme-text-color': '#112233',
      '--tg-theme-button-color': '#AABBCC',
    })
  })

  test('follows Telegram’s theme live, with the colours of its bars', async () => {
    const { telegram, messenger } = await launchTelegram()
    const seen: string[] = []
    telegram.colorScheme.subscribe((scheme) => seen.push(scheme))
    messenger.emit('theme_changed', { theme_params: { ...DARK_THEME, text_color: '#f5f5f5' } })
    messenger.emit('theme_changed', { theme_params: LIGHT_THEME })
    expect(seen).toEqual(['light', 'dark', 'light'])
    expect(root.style.getPropertyValue('--tg-theme-text-color')).toBe('')
    const grounds = messenger.getData('web_app_set_background_color')
    expect(grounds).toContainEqual({ color: '#232e3c' })
    expect(grounds.at(-1)).toEqual({ color: '#f0f0f0' })
    expect(messenger.getData('web_app_set_header_color').at(-1)).toEqual(grounds.at(-1))
    expect(messenger.getData('web_app_set_bottom_bar_color').at(-1)).toEqual(grounds.at(-1))
  })
})

describe('the back button', () => {
  test('calls only the latest handler', async () => {
    const { telegram, messenger } = await launchTelegram()
    const first = vi.fn()
    const second = vi.fn()
    const hideFirst = telegram.showBackButton(first)
    telegram.showBackButton(second)
    hideFirst()
    messenger.emit('back_button_pressed')
    expect(first).not.toHaveBeenCalled()
    expect(second).toHaveBeenCalledTimes(1)
  })
})

describe('a link', () => {
  test('a link to Telegram opens in Telegram under any of its domains', async () => {
    const { telegram, messenger } = await launchTelegram()
    telegram.openTelegramLink('https://t.me/bot/app?startapp=x')
    telegram.openTelegramLink('https://telegram.me/bot')
    expect(messenger.getData('web_app_open_tg_link')).toEqual([
      { path_full: '/bot/app?startapp=x' },
      { path_full: '/bot' },
    ])
  })

  test('a link with a custom scheme is not passed on, because some clients would close the app', async () => {
    const { telegram, messenger } = await launchTelegram()
    telegram.openLink('tonkeeper://ton-connect')
    telegram.openTelegramLink('javascript:alert(1)')
    telegram.openLink('no link')
    expect(messenger.getData('web_app_open_link')).toEqual([])
  })
})

test('the app notices the member’s return by focus, by Telegram’s event and out of the browser’s cache, until the listener stops', async () => {
  const { telegram, messenger } = await launchTelegram()
  const listener = vi.fn()
  const stop = telegram.onReturn(listener)
  window.dispatchEvent(new Event('focus'))
  messenger.emit('visibility_changed', { is_visible: false })
  messenger.emit('visibility_changed', { is_visible: true })
  for (const persisted of [false, true])
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  stop()
  window.dispatchEvent(new Event('focus'))
  expect(listener).toHaveBeenCalledTimes(3)
})

/** Telegram's own colours on the page. */
function telegramVariables(): Record<string, string> {
  const names = Array.from(root.style).filter((name) => name.startsWith('--tg-theme-'))
  return Object.fromEntries(names.map((name) => [name, root.style.getPropertyValue(name)]))
}

function blocked(): never {
  throw new DOMException('blocked', 'SecurityError')
}
