import { expect } from 'vitest'
import { type DemoStage } from '#tests/support/demo-stage.ts'
import { copyEvmLink } from '#tests/support/e2e-evm.ts'
import { goHome, linkWallet, startAndOpen } from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'
import { holdAnswers } from '#tests/support/hold-answers.ts'
import { en, evmEn, sharingEn } from '#tests/support/messages.ts'

/** Longer than Telegram Web A allows a link after a tap, and shorter than a call may take, in milliseconds. */
const TOO_LATE_MS = 5_500

test('in Web A a ticket that comes too late for the tap opens with a button of its own, and only one is made', async ({
  stage,
}) => {
  const { app, context, messenger } = stage
  await stage.setPlatform('weba')
  await startAndOpen(stage)
  await copyEvmLink(stage)
  const goOn = app.getByRole('button', { name: evmEn.browser.goOn })
  await goOn.waitFor()
  const ticket = await holdAnswers(stage, /\/ticket$/)
  await goOn.click()
  await ticket.asked
  await messenger.waitForTimeout(TOO_LATE_MS)
  await ticket.release()

  const opened = context.waitForEvent('page')
  await app.getByRole('button', { name: evmEn.browser.open }).click()
  const page = await opened
  await page.getByText(evmEn.ticket.notYours).first().waitFor()
  expect(await callsTo(stage, /\/attempts\/[^/]+\/ticket$/)).toBe(1)
  expect(await messenger.getByTestId('journal').innerText()).not.toContain('without a recent tap')
})

test('on Android a message that comes too late for the tap is sent with a button of its own, and only one is prepared', async ({
  stage,
}) => {
  const { app, messenger } = stage
  await stage.setPlatform('android')
  await startAndOpen(stage)
  await linkWallet(stage)
  await goHome(stage)
  await app.getByRole('button', { name: 'W5' }).click()
  await app.getByRole('button', { name: sharingEn.shareCard }).click()
  const send = app.getByRole('button', { name: sharingEn.send })
  await send.waitFor()
  const message = await holdAnswers(stage, /\/api\/share$/)
  await send.click()
  await message.asked
  await messenger.waitForTimeout(TOO_LATE_MS)
  await message.release()

  await app.getByRole('button', { name: sharingEn.chooseChat }).click()
  await messenger.getByTestId('chat-picker').waitFor()
  await messenger.getByTestId('picker-cancel').click()
  await send.waitFor()
  expect(await callsTo(stage, /\/api\/share$/)).toBe(1)
  expect(await messenger.getByTestId('journal').innerText()).not.toContain('without a recent tap')
})

test('where the browser does not say whether a tap still counts, a wallet that Telegram opens takes one tap, and one that the page opens two', async ({
  stage,
}) => {
  const { app, context, wallet } = stage
  await context.addInitScript('delete Navigator.prototype.userActivation')
  await startAndOpen(stage)
  await linkWallet(stage)
  await goHome(stage)

  await app.locator('[data-intent=connect]').click()
  await app.getByRole('button', { name: 'MetaMask' }).click()
  await app.getByRole('button', { name: en.connect.openWallet }).click()
  await wallet.getByTestId('request').waitFor()
})

async function callsTo(stage: DemoStage, address: RegExp): Promise<number> {
  return (await stage.requests()).filter(({ url }) => address.test(url)).length
}
