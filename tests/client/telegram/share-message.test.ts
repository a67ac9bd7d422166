import { expect, test, vi } from 'vitest'
import { canShareMessage } from '#client/telegram/can-share-message.ts'
import { isAsked, launchInVirtualTime } from '#tests/support/launch-telegram.ts'

/* Sending a message that the server has prepared: core.telegram.org/bots/webapps, `shareMessage`. */

const METHOD = 'web_app_send_prepared_message'

test('a message is shared by its id', async () => {
  const { telegram, messenger } = await launchInVirtualTime({
    answers: { [METHOD]: { event: 'prepared_message_sent', data: undefined } },
  })
  expect(canShareMessage(telegram)).toBe(true)
  expect(await telegram.shareMessage('prepared-1')).toBe('sent')
  expect(messenger.getData(METHOD)).toEqual([{ id: 'prepared-1' }])
})

test.each([
  ['USER_DECLINED', 'declined'],
  ['UNSUPPORTED', 'unsupported'],
  ['MESSAGE_EXPIRED', 'unsupported'],
  ['MESSAGE_SEND_FAILED', 'failed'],
  ['UNKNOWN_ERROR', 'failed'],
  ['toString', 'failed'],
  [undefined, 'declined'],
  [null, 'declined'],
  [0, 'unsupported'],
  [7, 'unsupported'],
])('the error %s from the client counts as %s', async (error, outcome) => {
  const { telegram } = await launchInVirtualTime({
    answers: { [METHOD]: { event: 'prepared_message_failed', data: { error } } },
  })
  expect(await telegram.shareMessage('prepared-1')).toBe(outcome)
})

test('a member may take minutes to choose a chat', async () => {
  const { telegram, messenger } = await launchInVirtualTime()
  const outcome = telegram.shareMessage('prepared-1')
  await isAsked(messenger, METHOD)
  await vi.advanceTimersByTimeAsync(4 * 60_000)
  messenger.emit('prepared_message_sent')
  expect(await outcome).toBe('sent')
})

test('on macOS a sheet that the member closes counts as declined', async () => {
  const { telegram } = await launchInVirtualTime({
    platform: 'macos',
    answers: { [METHOD]: { event: 'prepared_message_failed', data: null } },
  })
  expect(await telegram.shareMessage('prepared-1')).toBe('declined')
})

test('on macOS an expired message, which the client does not report, times out as unsupported', async () => {
  const { telegram, messenger } = await launchInVirtualTime({ platform: 'macos', version: '9.0' })
  const outcome = telegram.shareMessage('prepared-1')
  await isAsked(messenger, METHOD)
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(await outcome).toBe('unsupported')
})

test('the next press gives up a client that shows nothing, and the tap itself does not', async () => {
  const { telegram, messenger } = await launchInVirtualTime({ platform: 'web', version: '9.0' })
  const outcome = telegram.shareMessage('prepared-1')
  const settled = vi.fn()
  void outcome.then(settled)
  await isAsked(messenger, METHOD)
  window.dispatchEvent(new Event('pointerdown'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(settled).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('pointerdown'))
  expect(await outcome).toBe('unsupported')
})

test('before version 8.0 the app cannot share such messages and calls nothing', async () => {
  const { telegram, messenger } = await launchInVirtualTime({ version: '7.10' })
  expect(canShareMessage(telegram)).toBe(false)
  expect(await telegram.shareMessage('prepared-1')).toBe('unsupported')
  expect(messenger.getData(METHOD)).toEqual([])
})
