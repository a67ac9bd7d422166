import { expect } from 'vitest'
import { ADA } from '#demo/telegram/people.ts'
import { en } from '#tests/support/messages.ts'
import { type DemoStage } from '#tests/support/demo-stage.ts'
import {
  approveConnection,
  approveText,
  askEvmWallet,
  copyEvmLink,
  openWalletElsewhere,
  pressSign,
  seeSigning,
} from '#tests/support/e2e-evm.ts'
import { answerDialog, seeLinked, startAndOpen } from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'

/** The longest time from the return from the wallet until its answer is there, in milliseconds. */
const SOON_MS = 6_000

test('a member who reloads during the connection request, and again during the signature request, opens the same text again and is linked', async ({
  stage,
}) => {
  const { messenger, wallet } = stage
  await startAndOpen(stage)
  await askEvmWallet(stage)
  await stage.reloadPage()
  await approveConnection(wallet)
  await seeSigning(stage)

  const text = await wallet.getByTestId('text').innerText()
  await stage.reloadPage()
  await messenger.getByTestId('wallet-close').click()
  await pressSign(stage)
  expect(await wallet.getByTestId('text').innerText()).toBe(text)
  await approveText(wallet)
  await seeLinked(stage)
  await stage.botMessage(ADA, 'is now linked to your account')
})

test('the app finds the account and the signature that a wallet sent while it was closed', async ({
  stage,
}) => {
  await stage.setPlatform('tdesktop')
  await startAndOpen(stage)
  const wallet = await openWalletElsewhere(stage, await copyEvmLink(stage))
  await closeAnyway(stage)
  await approveConnection(wallet)
  await wallet.getByTestId('status-done').waitFor()
  await stage.openMiniApp()
  await wallet.getByTestId('text').waitFor()
  await closeAnyway(stage)
  await approveText(wallet)
  await wallet.getByTestId('status-done').waitFor()
  await stage.openMiniApp()
  await seeLinked(stage)
  await stage.botMessage(ADA, 'is now linked to your account')
})

/** Closes the Mini App in the middle of an attempt. */
async function closeAnyway(stage: DemoStage): Promise<void> {
  await stage.closeMiniApp()
  await answerDialog(stage, 'Close anyway')
  await stage.seeMiniAppClosed()
}

test('each answer arrives within seconds of the return after the connection broke or died while the app was behind the wallet', async ({
  stage,
}) => {
  const { app, messenger, wallet } = stage
  await startAndOpen(stage)
  await askEvmWallet(stage)
  await approveConnection(wallet, { behaviour: 'drop-relay' })
  await wallet.getByTestId('status-done').or(wallet.getByTestId('text')).waitFor()
  await messenger.getByTestId('wallet-close').click()
  await expectSoon(stage, () => seeSigning(stage))

  await app.getByRole('button', { name: en.attempt.reopen }).click()
  await approveText(wallet, 'silence-relay')
  await expectSoon(stage, () => seeLinked(stage))
})

/** Waits for the return from the wallet, and then at most as long as is promised. */
async function expectSoon({ messenger }: DemoStage, see: () => Promise<void>): Promise<void> {
  await messenger.getByTestId('wallet').waitFor({ state: 'detached' })
  const returnedAt = Date.now()
  await see()
  expect(Date.now() - returnedAt).toBeLessThan(SOON_MS)
}
