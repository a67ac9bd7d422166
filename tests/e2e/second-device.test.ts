import { expect } from 'vitest'
import { openStageIn } from '#tests/support/demo-stage.ts'
import { approve, askTelegramWallet, seeLinked, startAndOpen } from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'
import { en } from '#tests/support/messages.ts'

test('a link that waits for the wallet on a phone appears on the computer, and ends there with it', async ({
  browser,
  stage: phone,
}) => {
  await startAndOpen(phone)
  await askTelegramWallet(phone)

  const world = { demo: phone.demo, log: () => '', close: async () => {} }
  const computer = await openStageIn(world, browser)
  await computer.openDirectLink()
  await computer.app.getByRole('button', { name: en.home.goOn }).click()
  await computer.app.getByText(en.attempt.elsewhere).first().waitFor()
  expect(await computer.app.getByRole('button', { name: en.attempt.reopen }).count()).toBe(0)

  await approve(phone.wallet)
  await seeLinked(computer)
  await seeLinked(phone)
  await computer.close()
})
