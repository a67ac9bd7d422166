import { expect } from 'vitest'
import { ADA } from '#demo/telegram/people.ts'
import { en, signingEn } from '#tests/support/messages.ts'
import { type DemoStage } from '#tests/support/demo-stage.ts'
import {
  approve,
  askTelegramWallet,
  goHome,
  linkWallet,
  seeLinked,
  shortAddressIn,
  startAndOpen,
  seeHow,
} from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'

test('a member opens the app, connects, approves, and the bot writes which wallet is linked', async ({
  stage,
}) => {
  await startAndOpen(stage)

  await linkWallet(stage)

  const receipt = await stage.botMessage(ADA, 'is now linked to your account')
  const short = shortAddressIn(receipt.text)
  await goHome(stage)
  await stage.app.getByRole('button', { name: short }).filter({ hasText: 'W5' }).waitFor()
  await stage.closeMiniApp()
  await stage.messenger.getByTestId('bot-message').filter({ hasText: short }).waitFor()
})

test('wallets of version 3 and 4 and one with a rotatable key that is not on the chain yet are linked beside each other', async ({
  stage,
}) => {
  await startAndOpen(stage)
  for (const account of ['v3r2', 'v4r2', 'rotatable'] as const) {
    await linkWallet(stage, { account })
    await goHome(stage)
  }
  const { app } = stage
  await app.getByRole('button', { name: 'v3 R2' }).waitFor()
  await app.getByRole('button', { name: 'v4 R2' }).waitFor()
  await app.getByRole('button', { name: en.wallet.tonKinds.telegram }).click()
  await seeHow(stage, en.wallet.keySources.anchor.name)
})

test('a wallet whose key was replaced is linked by its present key and refused by its former one', async ({
  stage,
}) => {
  await replaceKey(stage)
  await startAndOpen(stage)
  stage.errors.expect(/status of 4\d\d/)
  await askTelegramWallet(stage)
  await approve(stage.wallet, { account: 'rotatable', behaviour: 'rotated-out-key' })
  await stage.app.getByText(signingEn.problems['ton-key-mismatch']).first().waitFor()
  expect(stage.botMessages(ADA)).toHaveLength(1)

  await stage.pressMain()
  await stage.app.getByRole('button', { name: en.connect.walletInTelegram('Wallet') }).click()
  await approve(stage.wallet, { account: 'rotatable' })
  await seeLinked(stage)
  await goHome(stage)
  await stage.app.getByRole('button', { name: en.wallet.tonKinds.telegram }).click()
  await seeHow(stage, en.wallet.keySources.chain.name)
})

test('the server stores and retries a proof while the chain is unreachable, and links the wallet once it answers', async ({
  stage,
}) => {
  stage.errors.expect(/status of 503/)
  await startAndOpen(stage)
  await askTelegramWallet(stage)
  stage.demo.chain.setReachable(false)
  await approve(stage.wallet, { account: 'rotatable' })
  await stage.app.locator('.status', { hasText: en.attempt.hintRetrying }).waitFor()
  expect(stage.botMessages(ADA)).toHaveLength(1)

  stage.demo.chain.setReachable(true)
  await seeLinked(stage)
  await stage.botMessage(ADA, 'is now linked to your account')
})

test('a member who declines in the wallet reads that nothing was linked, and the one next action leads to a new try that works', async ({
  stage,
}) => {
  const { app, messenger, wallet } = stage
  await startAndOpen(stage)
  await askTelegramWallet(stage)
  await wallet.getByTestId('reject').click()
  await app.getByText(en.problems['wallet-rejected']).first().waitFor()
  await app.getByRole('button', { name: en.attempt.anotherWallet }).waitFor()
  await messenger.getByTestId('wallet').waitFor({ state: 'detached' })

  await app.getByRole('button', { name: 'Try again with' }).click()
  await approve(wallet)
  await seeLinked(stage)
})

/** In the wallet's own page: puts the rotatable account on the chain and replaces its key. */
async function replaceKey({ context, demo }: DemoStage): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${demo.messengerUrl}/wallet/`)
  await page.getByTestId('deploy').click()
  await page.getByTestId('rotate').click()
  await page.getByText('Key replaced 1×').waitFor()
  await page.close()
}
