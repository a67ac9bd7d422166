import { expect } from 'vitest'
import { ADA, ILYA } from '#demo/telegram/people.ts'
import { en, signingEn } from '#tests/support/messages.ts'
import { type DemoStage } from '#tests/support/demo-stage.ts'
import {
  approve,
  askTelegramWallet,
  goHome,
  linkWallet,
  seeEmptyHome,
  seeHow,
  seeLinked,
  shortAddressIn,
  signStronger,
  startAndOpen,
} from '#tests/support/e2e-link.ts'
import { shownText } from '#tests/support/e2e-evm.ts'
import { test } from '#tests/support/e2e-test.ts'

const requireText = test.extend('tonText', 'require')

test(
  'a linked TON wallet names the Telegram account after it signs the sentence that it is offered',
  { tags: ['wide'] },
  async ({ stage }) => {
    const { app, wallet } = stage
    await startAndOpen(stage)
    await linkWallet(stage)
    await seeHow(stage, en.wallet.bindings.domain.name)
    await signStronger(stage)
    await approveSentence(stage)
    await seeNamed(stage)
    await app.getByText(signingEn.stronger.name).waitFor({ state: 'detached' })

    await wallet.owner().waitFor({ state: 'detached' })
    await goHome(stage)
    await app.getByRole('button', { name: en.wallet.levels.key.name }).click()
    await seeNamed(stage)
  },
)

test('a member who declines the sentence keeps the linked wallet, and can still sign later', async ({
  stage,
}) => {
  const { app, wallet } = stage
  await startAndOpen(stage)
  await linkWallet(stage)
  await signStronger(stage)
  await wallet.getByTestId('reject').click()
  await app.getByText(signingEn.declined).first().waitFor()
  await wallet.owner().waitFor({ state: 'detached' })
  await signStronger(stage)
  await approveSentence(stage)
  await seeNamed(stage)
})

requireText(
  'where the owner demands it, a TON wallet is linked only once it has signed the sentence',
  async ({ stage }) => {
    const { app, wallet } = stage
    await startAndOpen(stage)
    await askTelegramWallet(stage)
    await approve(wallet)
    await app.getByRole('heading', { name: signingEn.title }).waitFor()
    expect(stage.botMessages(ADA)).toHaveLength(1)
    await wallet.owner().waitFor({ state: 'detached' })
    await app.getByRole('button', { name: signingEn.press, exact: true }).click()
    await approveSentence(stage)
    await seeLinked(stage)
    await seeNamed(stage)
    await stage.botMessage(ADA, 'a message that names your Telegram account')
  },
)

requireText(
  'where the owner demands it, a TON wallet that signs no texts gets a sentence of its own and links nothing',
  async ({ stage }) => {
    const { app, messenger, wallet } = stage
    await startAndOpen(stage)
    await askTelegramWallet(stage)
    await approve(wallet, { behaviour: 'no-texts' })
    await app.getByRole('heading', { name: en.attempt.failed }).waitFor()
    await app.getByText(signingEn.problems['ton-text-unsupported']).first().waitFor()
    await messenger.getByTestId('messenger-main-button').waitFor()
    expect(stage.botMessages(ADA)).toHaveLength(1)
  },
)

test('a TON wallet that another account holds moves immediately when it signs the sentence, and the bot informs both', async ({
  stage,
}) => {
  const { app, messenger, wallet } = stage
  await startAndOpen(stage)
  await linkWallet(stage)
  const receipt = await stage.botMessage(ADA, 'is now linked to your account')
  const short = shortAddressIn(receipt.text)
  await wallet.owner().waitFor({ state: 'detached' })
  await stage.closeMiniApp()
  await stage.switchAccount(ILYA)
  await stage.setLanguage('en')
  await messenger.getByTestId('start').click()
  await stage.openMiniApp()
  await askTelegramWallet(stage)
  await approve(wallet)
  await app.getByRole('heading', { name: en.attempt.consent }).waitFor()
  await wallet.owner().waitFor({ state: 'detached' })
  await app.getByRole('button', { name: signingEn.moveNow.action }).click()
  await approveSentence(stage, ILYA)
  await seeLinked(stage)
  await stage.botMessage(ADA, 'has moved to another Telegram account')
  await stage.botMessage(ILYA, 'It signed a message that names your account')

  await wallet.owner().waitFor({ state: 'detached' })
  await stage.switchAccount(ADA)
  await seeEmptyHome({ app })
  await stage.switchAccount(ILYA)
  await app.getByRole('button', { name: short }).waitFor()
})

/** Approves the sentence in the wallet: the exact text of our page, which names the account. */
async function approveSentence(stage: DemoStage, telegramId = ADA): Promise<void> {
  const text = await stage.wallet.getByTestId('text').innerText()
  expect(text).toContain(`id ${telegramId}`)
  expect(await shownText(stage)).toBe(text)
  await approve(stage.wallet)
}

/** The receipt, or the wallet's page, says that the wallet has named the Telegram account. */
async function seeNamed(stage: DemoStage): Promise<void> {
  await seeHow(stage, en.wallet.bindings.text.name)
}
