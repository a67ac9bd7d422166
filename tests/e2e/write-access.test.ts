import { expect } from 'vitest'
import { ADA } from '#demo/telegram/people.ts'
import { type DemoStage } from '#tests/support/demo-stage.ts'
import { answerDialog, approve, askTelegramWallet, seeLinked } from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'
import { holdAnswers } from '#tests/support/hold-answers.ts'
import { en } from '#tests/support/messages.ts'

const WALLET_LINK = 'https://t.me/wallet/start?startapp=other'
const REQUEST = 'request_write_access'

test('in Web A the app requests write access when the member is back from the wallet, for our own bot', async ({
  stage,
}) => {
  const { app, messenger } = stage
  await stage.setPlatform('weba')
  await linkBehindWallet(stage)
  expect(await journal(stage)).not.toContain(REQUEST)
  expect(await messenger.getByTestId('messenger-dialog').count()).toBe(0)

  await messenger.getByTestId('wallet-close').click()
  await seeLinked(stage)
  await messenger.getByTestId('messenger-dialog').getByText('this bot').waitFor()
  await answerDialog(stage, 'Allow')
  await stage.botMessage(ADA, 'is now linked to your account')
  await app.getByText(en.attempt.receiptHere).or(app.getByText(en.attempt.receiptInChat)).waitFor()
})

/** The server confirms the link while another Mini App, the wallet's, is in front. */
async function linkBehindWallet(stage: DemoStage): Promise<void> {
  const { app, messenger } = stage
  await stage.openDirectLink()
  await askTelegramWallet(stage)
  const proof = await holdAnswers(stage, /\/proof$/)
  await approve(stage.wallet)
  await proof.asked
  await stage.openLink(WALLET_LINK)
  await messenger.getByTestId('wallet').waitFor()
  await expect.poll(() => app.locator('html').evaluate(() => globalThis.innerWidth)).toBe(0)
  await proof.release()
  await app.locator('.hero').getByText(en.attempt.linked).waitFor({ state: 'attached' })
}

/** The messages between the Mini App and its client. */
function journal({ messenger }: DemoStage): Promise<string> {
  return messenger.getByTestId('journal').innerText()
}
