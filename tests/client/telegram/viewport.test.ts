import { expect, test, vi } from 'vitest'
import { launchTelegram } from '#tests/support/launch-telegram.ts'

const root = document.documentElement
const pixels = (name: string) => root.style.getPropertyValue(name)
const NONE = { top: 0, right: 0, bottom: 0, left: 0 }

test('the safe area is the device’s inset plus the inset of Telegram’s controls', async () => {
  const { messenger } = await launchTelegram()
  messenger.emit('safe_area_changed', { ...NONE, top: 59, bottom: 34 })
  messenger.emit('content_safe_area_changed', { ...NONE, top: 46 })
  expect([pixels('--safe-top'), pixels('--safe-bottom')]).toEqual(['105px', '34px'])
  messenger.emit('safe_area_changed', NONE)
  expect(pixels('--safe-top')).toBe('46px')
})

test.each([
  ['a word', { ...NONE, top: 'x' }],
  ['a side missing', { top: 10, right: 0, bottom: 0 }],
  ['less than nothing', { ...NONE, top: -40 }],
  ['more than a device has', { ...NONE, top: 1e9 }],
  ['no number', { ...NONE, top: null }],
  ['nothing', undefined],
  ['a list', [1, 2, 3, 4]],
])('an inset that is %s leaves the former inset in place', async (_, data) => {
  const { messenger } = await launchTelegram()
  messenger.emit('content_safe_area_changed', { ...NONE, top: 46 })
  messenger.emit('content_safe_area_changed', data)
  expect(pixels('--safe-top')).toBe('46px')
})

test('the app requests both insets again when fullscreen changes and when the device is turned', async () => {
  const turn = new EventTarget()
  const real = window.matchMedia.bind(window)
  vi.stubGlobal('matchMedia', (query: string) =>
    query.includes('orientation') ? turn : real(query),
  )
  const { messenger } = await launchTelegram()
  messenger.emit('fullscreen_changed', { is_fullscreen: true })
  turn.dispatchEvent(new Event('change'))
  expect(messenger.getData('web_app_request_safe_area')).toHaveLength(3)
  expect(messenger.getData('web_app_request_content_safe_area')).toHaveLength(3)
})

test('the page marks a launch in fullscreen before the first paint', async () => {
  await launchTelegram({ hash: 'tgWebAppPlatform=ios&tgWebAppVersion=8.0&tgWebAppFullscreen=1' })
  expect(root.dataset['fullscreen']).toBe('')
  delete root.dataset['fullscreen']
})

test('the page measures what Telegram’s sheet hides at the bottom, only while the sheet is at rest', async () => {
  const { messenger } = await launchTelegram()
  const height = window.innerHeight - 300
  const reported = { height, is_expanded: true }
  messenger.emit('viewport_changed', { ...reported, is_state_stable: true })
  expect(pixels('--covered-bottom')).toBe('300px')
  messenger.emit('viewport_changed', { ...reported, height: height - 50, is_state_stable: false })
  for (const odd of [0, -5, Number.NaN, '700', undefined])
    messenger.emit('viewport_changed', { ...reported, height: odd, is_state_stable: true })
  expect(pixels('--covered-bottom')).toBe('300px')
})

test('the page measures a keyboard that the browser draws over the page, and ignores a pinch', async () => {
  const keyboard = Object.assign(new EventTarget(), { scale: 1, height: window.innerHeight - 280 })
  vi.stubGlobal('visualViewport', keyboard)
  await launchTelegram()
  keyboard.dispatchEvent(new Event('resize'))
  expect(pixels('--covered-bottom')).toBe('280px')
  Object.assign(keyboard, { scale: 2 })
  keyboard.dispatchEvent(new Event('resize'))
  expect(pixels('--covered-bottom')).toBe('0px')
})
