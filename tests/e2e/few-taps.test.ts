import { expect } from 'vitest'
import { ADA } from '#demo/telegram/people.ts'
import { en } from '#tests/support/messages.ts'
import { chooseEvmWallet } from '#tests/support/e2e-evm.ts'
import { approve, linkWallet, seeHome, seeLinked } from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'

test('a new member links a TON wallet with four taps from START: the bot’s button, the wallet, and one approval', async ({
  stage,
}) => {
  const { app, wallet } = stage
  await stage.startBot()
  await stage.openFromMessage()
  await app.getByRole('button', { name: en.connect.walletInTelegram('Wallet') }).click()
  await approve(wallet)
  await seeLinked(stage)
  expect(stage.tapsSinceStart()).toEqual([
    'start',
    'inline-button',
    en.connect.walletInTelegram('Wallet'),
    'approve',
  ])
})

test(
  'a new member links an EVM wallet with five taps from START: the bot’s button, the wallet, and two approvals',
  { tags: ['wide'] },
  async ({ stage }) => {
    const { wallet } = stage
    await stage.startBot()
    await stage.openFromMessage()
    await chooseEvmWallet(stage)
    await wallet.getByTestId('approve').click()
    await wallet.getByTestId('text').waitFor()
    await wallet.getByTestId('approve').click()
    await seeLinked(stage)
    expect(stage.tapsSinceStart()).toEqual([
      'start',
      'inline-button',
      'MetaMask',
      'approve',
      'approve',
    ])
  },
)

test(
  'a wallet that signs in as it connects takes one approval: four taps from START',
  { tags: ['wide'] },
  async ({ stage }) => {
    const { wallet } = stage
    await stage.startBot()
    await stage.openFromMessage()
    await chooseEvmWallet(stage)
    await wallet.getByTestId('behaviour').selectOption('sign-in')
    await wallet.getByTestId('text').waitFor()
    await wallet.getByTestId('approve').click()
    await seeLinked(stage)
    expect(stage.tapsSinceStart()).toEqual(['start', 'inline-button', 'MetaMask', 'approve'])
  },
)

test('“back” leads from the choice that the bot’s button opens to Home, and the button of a member with a wallet opens Home', async ({
  stage,
}) => {
  const { app, messenger } = stage
  await stage.startBot()
  await stage.openFromMessage()
  await app.getByRole('button', { name: en.connect.walletInTelegram('Wallet') }).waitFor()
  await stage.pressBack()
  await seeHome(stage)

  await linkWallet(stage)
  await stage.botMessage(ADA, 'is now linked to your account')
  await stage.closeMiniApp()
  await stage.sendText('/start')
  await messenger.getByTestId('inline-button').filter({ hasText: 'Open app' }).click()
  await seeHome(stage)
})

test('the bot’s button leads a member who left in the middle of an attempt back to it', async ({
  stage,
}) => {
  const { app, messenger, wallet } = stage
  await stage.startBot()
  await stage.openFromMessage()
  await app.getByRole('button', { name: en.connect.walletInTelegram('Wallet') }).click()
  await wallet.getByTestId('approve').waitFor()
  await messenger.getByTestId('wallet-close').click()
  await stage.closeMiniApp()
  await messenger
    .getByTestId('messenger-dialog')
    .getByRole('button', { name: 'Close anyway' })
    .click()

  await stage.openFromMessage()
  await app.getByRole('button', { name: en.attempt.reopen }).click()
  await approve(wallet)
  await seeLinked(stage)
})
