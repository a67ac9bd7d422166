import { expect, test, vi } from 'vitest'
import { launchInVirtualTime } from '#tests/support/launch-telegram.ts'

const LINK = 'https://example.com/'
const tap = () => document.body.click()

test('a tap stays recent for four seconds', async () => {
  const { telegram } = await launchInVirtualTime({ platform: 'weba' })
  expect(telegram.isTapFresh()).toBe(false)
  tap()
  await vi.advanceTimersByTimeAsync(3_999)
  expect(telegram.isTapFresh()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(telegram.isTapFresh()).toBe(false)
})

test('a tap opens one link only', async () => {
  const { telegram } = await launchInVirtualTime()
  tap()
  telegram.openLink(LINK)
  expect(telegram.isTapFresh()).toBe(false)
  tap()
  telegram.openTelegramLink('https://t.me/clasp_bot')
  expect(telegram.isTapFresh()).toBe(false)
})

test('a link that no client opens does not use the tap', async () => {
  const { telegram } = await launchInVirtualTime()
  tap()
  telegram.openLink('tc://connect')
  expect(telegram.isTapFresh()).toBe(true)
})

test('a shared message uses the tap', async () => {
  const { telegram } = await launchInVirtualTime({
    answers: { web_app_send_prepared_message: { event: 'prepared_message_sent', data: undefined } },
  })
  tap()
  expect(await telegram.shareMessage('prepared-1')).toBe('sent')
  expect(telegram.isTapFresh()).toBe(false)
})
