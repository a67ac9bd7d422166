import {
  answerDialog,
  approve,
  askTelegramWallet,
  openDemoWallet,
  openWalletList,
  seeLinked,
  startAndOpen,
} from '#tests/support/e2e-link.ts'
import { en } from '#tests/support/messages.ts'
import { test } from '#tests/support/e2e-test.ts'

test(
  'a request that the member approves only after a reload of the app is linked',
  { tags: ['wide'] },
  async ({ stage }) => {
    await startAndOpen(stage)
    await askTelegramWallet(stage)
    await stage.reloadPage()
    await approve(stage.wallet)
    await seeLinked(stage)
  },
)

test('a member who leaves the wallet and reloads with the client’s menu opens the same request again', async ({
  stage,
}) => {
  const { app, messenger, wallet } = stage
  await startAndOpen(stage)
  await askTelegramWallet(stage)
  await messenger.getByTestId('wallet-close').click()
  await stage.reloadMiniApp()
  await app.getByRole('button', { name: en.attempt.reopen }).click()
  await approve(wallet)
  await seeLinked(stage)
})

test('the app shows the outcome on opening when it was closed while a wallet had the request', async ({
  stage,
}) => {
  const { app } = stage
  await startAndOpen(stage)
  await app.locator('[data-intent=connect]').click()
  const wallet = await openDemoWallet(stage, await openWalletList(stage))
  await app.getByText(en.attempt.title).waitFor()

  await stage.closeMiniApp()
  await answerDialog(stage, 'Close anyway')
  await approve(wallet)
  await wallet.waitForEvent('close')

  await stage.openMiniApp()
  await seeLinked(stage)
})
