import { expect } from 'vitest'
import { en } from '#tests/support/messages.ts'
import { ADA } from '#tests/support/demo-stage.ts'
import {
  answerDialog,
  goHome,
  linkWallet,
  seeEmptyHome,
  startAndOpen,
} from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'

test(
  '“Not me: unlink” under the receipt unlinks the wallet, and the app shows that it is gone',
  { tags: ['wide'] },
  async ({ stage }) => {
    const { app, messenger } = stage
    await startAndOpen(stage)
    await linkWallet(stage)
    await stage.botMessage(ADA, 'is now linked to your account')
    await stage.closeMiniApp()
    await messenger.getByTestId('inline-button').filter({ hasText: 'Not me: unlink' }).click()
    await stage.botMessage(ADA, 'is no longer linked to your account')

    await stage.openMiniApp()
    await seeEmptyHome({ app })
  },
)

test('a member who does not let the bot write gets the receipt in the app and no message', async ({
  stage,
}) => {
  const { app, demo } = stage
  await stage.openDirectLink()
  await linkWallet(stage)
  await answerDialog(stage, 'Cancel')
  await app.getByText(en.attempt.receiptHere).waitFor()
  await goHome(stage)
  expect(demo.world.messages(ADA)).toEqual([])

  await linkWallet(stage, { account: 'v4r2' })
  await app.getByText(en.attempt.receiptHere).waitFor()
  expect(await stage.messenger.getByTestId('messenger-dialog').isVisible()).toBe(false)
})

test('a member who lets the bot write after the first link gets the receipt in the chat', async ({
  stage,
}) => {
  await stage.openDirectLink()
  await linkWallet(stage)
  await answerDialog(stage, 'Allow')
  await stage.botMessage(ADA, 'is now linked to your account')
  await stage.app.getByText(en.attempt.receiptInChat).waitFor()
})
