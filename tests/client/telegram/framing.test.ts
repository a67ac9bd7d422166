import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { reloadPage, stripLaunchParams } from '#client/telegram/launch-params.ts'
import { launchTelegram } from '#tests/support/launch-telegram.ts'
import {
  FRAME_ORIGINS,
  type TestMessengerOptions,
  getInitData,
} from '#tests/support/test-messenger.ts'

const launchInFrame = (options: TestMessengerOptions) =>
  launchTelegram({ platform: 'web', isFrame: true, ...options })

test.each(FRAME_ORIGINS)('%s receives the messages of the page that it frames', async (origin) => {
  const { telegram, messenger } = await launchInFrame({ frameOrigin: origin })
  telegram.ready()
  expect(messenger.getData('web_app_ready')).toHaveLength(1)
  expect(messenger.misdirected).toEqual([])
})

test.each(['opaque', 'nothing'] as const)(
  'a client receives each message once where the browser reveals %s about it',
  async (reveals) => {
    const { telegram, messenger } = await launchInFrame({
      frameOrigin: 'https://webk.telegram.org',
      reveals,
    })
    telegram.ready()
    expect(messenger.getData('web_app_ready')).toHaveLength(1)
  },
)

test('the first event of a client reveals the client’s origin', async () => {
  const { telegram, messenger } = await launchInFrame({
    frameOrigin: 'https://weba.telegram.org',
    reveals: 'nothing',
  })
  messenger.emit('theme_changed', { theme_params: {} })
  const before = messenger.misdirected.length
  telegram.ready()
  expect(messenger.getData('web_app_ready')).toHaveLength(1)
  expect(messenger.misdirected).toHaveLength(before)
})

test('attack: a page that the server does not allow receives no message from the app that it frames', async () => {
  const { telegram, messenger } = await launchInFrame({
    frameOrigin: 'https://web.telegram.org.evil',
  })
  telegram.ready()
  expect(messenger.posted).toEqual([])
  expect(messenger.misdirected).toEqual([])
})

test('attack: a page whose origin only begins like an allowed one receives no message, though the browser does not reveal it', async () => {
  const { telegram, messenger } = await launchInFrame({
    frameOrigin: 'https://web.telegram.org.evil',
    reveals: 'nothing',
  })
  messenger.emit('theme_changed', { theme_params: {} })
  telegram.ready()
  expect(messenger.posted).toEqual([])
})

describe('a client that asks the page to reload', () => {
  test('gets an answer before the page reloads', async () => {
    const { messenger } = await launchInFrame({})
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
    messenger.emit('reload_iframe')
    expect(messenger.getData('iframe_will_reload')).toHaveLength(1)
    expect(reload).toHaveBeenCalledOnce()
  })

  test('gets no answer where the browser blocks storage, and so loads the original address again', async () => {
    onTestFinished(blockStorage())
    const { messenger } = await launchInFrame({})
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
    messenger.emit('reload_iframe')
    expect(messenger.getData('iframe_will_reload')).toEqual([])
    expect(reload).not.toHaveBeenCalled()
  })

  test('gets no answer where the storage still holds the launch of another member', async () => {
    const { messenger } = await launchInFrame({})
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
    sessionStorage.setItem(
      'tapps/launchParams',
      JSON.stringify('tgWebAppPlatform=web&tgWebAppData=user%3Dbob'),
    )
    messenger.emit('reload_iframe')
    expect(messenger.getData('iframe_will_reload')).toEqual([])
    expect(reload).not.toHaveBeenCalled()
  })
})

test('“Try again” reloads with the launch in the address where the browser blocks storage', async () => {
  onTestFinished(blockStorage())
  await launchInFrame({})
  stripLaunchParams()
  expect(location.hash).toBe('')
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  reloadPage()
  expect(new URLSearchParams(location.hash.slice(1)).get('tgWebAppData')).toBe(getInitData())
  expect(reload).toHaveBeenCalledOnce()
})

test('“Try again” leaves no launch in the address where the storage has it', async () => {
  await launchInFrame({})
  stripLaunchParams()
  vi.spyOn(location, 'reload').mockImplementation(() => {})
  reloadPage()
  expect(location.hash).toBe('')
})

/** Storage throws when it is touched. Returns how to undo that. */
function blockStorage(): () => void {
  const names = ['sessionStorage', 'localStorage'] as const
  const before = names.map((name) => [name, window[name]] as const)
  for (const name of names)
    Object.defineProperty(window, name, {
      configurable: true,
      get: () => {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
  return () => {
    for (const [name, value] of before)
      Object.defineProperty(window, name, { configurable: true, value })
  }
}
