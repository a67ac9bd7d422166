import { expect, test, vi } from 'vitest'
import { isAsked, launchInVirtualTime } from '#tests/support/launch-telegram.ts'

/* Write access: core.telegram.org/bots/webapps, `requestWriteAccess`. */

const METHOD = 'web_app_request_write_access'
const ANSWER = 'write_access_requested'

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test.each([
  ['allowed', 'allowed'],
  ['cancelled', 'declined'],
  [7, 'declined'],
])('the answer %s of the member counts as %s', async (status, expected) => {
  const { telegram, messenger } = await launchInVirtualTime()
  const answer = telegram.requestWriteAccess()
  await isAsked(messenger, METHOD)
  await pass(900)
  messenger.emit(ANSWER, { status })
  expect(await answer).toBe(expected)
})

test('a refusal within 150 ms does not count as the member’s answer', async () => {
  const { telegram, messenger } = await launchInVirtualTime({ platform: 'android' })
  const answer = telegram.requestWriteAccess()
  await isAsked(messenger, METHOD)
  await pass(100)
  messenger.emit(ANSWER, { status: 'cancelled' })
  expect(await answer).toBe('unanswered')
})

test('access that the client knows of is reported immediately', async () => {
  const { telegram } = await launchInVirtualTime({
    answers: { [METHOD]: { event: ANSWER, data: { status: 'allowed' } } },
  })
  expect(await telegram.requestWriteAccess()).toBe('allowed')
})

test('a client that never answers leaves the request unanswered', async () => {
  const { telegram, messenger } = await launchInVirtualTime()
  const answer = telegram.requestWriteAccess()
  await isAsked(messenger, METHOD)
  await pass(60_000)
  expect(await answer).toBe('unanswered')
})

test('attack: an app behind a wallet requests nothing, because the dialog would be the wallet’s', async () => {
  const { telegram, messenger } = await launchInVirtualTime({ platform: 'weba' })
  messenger.emit('visibility_changed', { is_visible: false })
  expect(telegram.isActive.get()).toBe(false)
  expect(await telegram.requestWriteAccess()).toBe('unanswered')
  messenger.emit('visibility_changed', { is_visible: true })
  expect(telegram.isActive.get()).toBe(true)
  expect(messenger.getData(METHOD)).toEqual([])
})

test.each([
  ['innerWidth', 0],
  ['innerHeight', 0],
] as const)('an app whose %s is %d is not active', async (side, pixels) => {
  const { telegram, messenger } = await launchInVirtualTime({ platform: 'weba' })
  expect(telegram.isActive.get()).toBe(true)
  const size = vi.spyOn(window, side, 'get').mockReturnValue(pixels)
  window.dispatchEvent(new Event('resize'))
  expect(telegram.isActive.get()).toBe(false)
  expect(await telegram.requestWriteAccess()).toBe('unanswered')
  expect(messenger.getData(METHOD)).toEqual([])
  size.mockRestore()
  window.dispatchEvent(new Event('resize'))
  expect(telegram.isActive.get()).toBe(true)
})

test('an app whose page is hidden is not active', async () => {
  const { telegram } = await launchInVirtualTime()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(telegram.isActive.get()).toBe(false)
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(telegram.isActive.get()).toBe(true)
})
