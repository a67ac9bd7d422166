import { expect } from 'vitest'
import { ADA, GROUP, ILYA } from '#demo/telegram/people.ts'
import { en, requestEn, requestRu, ru } from '#tests/support/messages.ts'
import { type DemoStage } from '#tests/support/demo-stage.ts'
import { answerDialog, approve, goHome, linkWallet } from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'
import { askGroup } from '#tests/support/post-request.ts'

/** From any chat to the request. */
async function followLink(stage: DemoStage): Promise<void> {
  await stage.openChat(GROUP.id)
  await pressLink(stage)
}

const pressLink = ({ messenger }: DemoStage) =>
  messenger.getByTestId('inline-button').filter({ hasText: 'Take part' }).click()

test('a new member who follows a request’s link connects a wallet and has answered; a member with a wallet answers in one tap and takes it back', async ({
  stage,
}) => {
  const { app, wallet } = stage
  const { request, read } = await askGroup(stage)

  await followLink(stage)
  await app.getByRole('heading', { name: requestEn.asks.operator('Clasp') }).waitFor()
  await app.getByText(requestEn.promises.wallet.name).waitFor()
  await stage.pressMain()
  await app.getByRole('button', { name: en.connect.walletInTelegram('Wallet') }).click()
  await approve(wallet)
  await app.getByRole('heading', { name: requestEn.answered }).waitFor()
  expect(await read()).toMatchObject({
    request: { ...request, answered: 1 },
    answers: { data: [{ user: { telegramId: String(ADA) }, wallet: { kind: 'v5r1' } }] },
  })
  await answerDialog(stage, 'Allow')
  await stage.botMessage(ADA, 'is now linked to your account')
  await stage.pressBack()
  await app.getByRole('heading', { name: en.home.wallets }).waitFor()
  await stage.closeMiniApp()

  await stage.switchAccount(ILYA)
  await stage.openDirectLink()
  await linkWallet(stage, { account: 'v4r2' }, ru)
  await answerDialog(stage, 'Allow')
  await goHome(stage)
  await stage.closeMiniApp()
  await pressLink(stage)
  await app.getByRole('heading', { name: requestRu.asks.operator('Clasp') }).waitFor()
  await stage.pressMain()
  await app.getByRole('heading', { name: requestRu.answered }).waitFor()
  expect((await read()).request.answered).toBe(2)

  await app.getByRole('button', { name: requestRu.takeBack }).click()
  await answerDialog(stage, requestRu.takeBackAsk.confirm)
  await app.getByRole('heading', { name: requestRu.asks.operator('Clasp') }).waitFor()
  const { answers, request: after } = await read()
  expect(after.answered).toBe(1)
  expect(answers.data.map(({ user, wallet: shared }) => [user.telegramId, shared?.kind])).toEqual([
    [String(ADA), 'v5r1'],
    [String(ILYA), undefined],
  ])
})
