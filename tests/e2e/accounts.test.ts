import { expect } from 'vitest'
import { ADA, ILYA } from '#demo/telegram/people.ts'
import { en, ru } from '#tests/support/messages.ts'
import { type DemoStage } from '#tests/support/demo-stage.ts'
import {
  answerDialog,
  approve,
  askTelegramWallet,
  goHome,
  linkWallet,
  seeEmptyHome,
  seeHome,
  shortAddressIn,
  startAndOpen,
} from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'

test('another account on the same device sees nothing of the first, and the first finds everything again', async ({
  stage,
}) => {
  const { app } = stage
  const short = await linkAsAda(stage)
  await goHome(stage)
  await app.getByText(en.home.device).waitFor()

  await stage.switchAccount(ILYA)
  await app.getByText('@ilya_voronov').waitFor()
  await seeEmptyHome({ app }, ru)
  const text = await app.locator('body').innerText()
  expect(text).toContain('Илья')
  for (const foreign of ['Ada', 'ada_fisher', short, ru.home.device, en.home.device])
    expect(text).not.toContain(foreign)

  await stage.switchAccount(ADA)
  await app.getByText('@ada_fisher').waitFor()
  await app.getByRole('button', { name: short }).waitFor()
  await app.getByText(en.home.device).waitFor()
})

test(
  'a wallet that another account proves moves there once its holder agrees in the app, and the bot informs both',
  { tags: ['wide'] },
  async ({ stage }) => {
    const { app } = stage
    const short = await linkAsAda(stage)
    await proveAsIlya(stage)
    await stage.botMessage(ADA, 'Another Telegram account has proven')

    await stage.switchAccount(ADA)
    await app.getByRole('button', { name: en.home.letGo }).click()
    await answerDialog(stage, en.home.letGoAsk(short).confirm)
    await stage.botMessage(ADA, 'has moved to another Telegram account')
    await stage.botMessage(ILYA, 'The account that held it agreed')
    await seeEmptyHome({ app })

    await stage.switchAccount(ILYA)
    await seeHome(stage)
    await app.getByRole('button', { name: short }).waitFor()
  },
)

/** Ada starts the bot and links; returns the short address of her wallet. */
async function linkAsAda(stage: DemoStage): Promise<string> {
  await startAndOpen(stage)
  await linkWallet(stage)
  const receipt = await stage.botMessage(ADA, 'is now linked to your account')
  return shortAddressIn(receipt.text)
}

/** Илья, in English and with the same wallet as Ada, proves that he controls it. */
async function proveAsIlya(stage: DemoStage): Promise<void> {
  await stage.closeMiniApp()
  await stage.switchAccount(ILYA)
  await stage.setLanguage('en')
  await stage.messenger.getByTestId('start').click()
  await stage.openMiniApp()
  await askTelegramWallet(stage)
  await approve(stage.wallet)
  await stage.app.getByRole('heading', { name: en.attempt.consent }).waitFor()
}
