import { expect } from 'vitest'
import type { Locator } from 'playwright-core'
import { en, sharingEn } from '#tests/support/messages.ts'
import type { DemoStage } from '#tests/support/demo-stage.ts'
import { approve, goHome, seeLinked, startAndOpen } from '#tests/support/e2e-link.ts'
import { approveConnection, approveText, pressSign, seeSigning } from '#tests/support/e2e-evm.ts'
import { test } from '#tests/support/e2e-test.ts'

/** Everything that a browser and the libraries log about a network that is gone. */
const NO_NETWORK =
  /ERR_INTERNET_DISCONNECTED|ERR_NETWORK|Failed to (?:fetch|load)|WebSocket|[Ss]ocket|SSE|relay|Network/

/** Cuts the network while the member acts, and brings it back once the app has said so. */
async function act(
  { context, app }: DemoStage,
  { press, says = en.problems.offline }: { press?: Locator; says?: string },
): Promise<void> {
  await context.setOffline(true)
  await press?.click()
  await app.getByText(says).first().waitFor()
  await context.setOffline(false)
  await expect.poll(() => app.getByText(says).count()).toBe(0)
}

/** The wallet opens by itself as long as the browser treats the tap as fresh, and with another tap afterwards. */
async function openWallet({ app, wallet }: DemoStage): Promise<void> {
  const request = wallet.getByTestId('approve')
  const next = app.getByText(en.connect.openWallet, { exact: true })
  await expect.poll(async () => (await request.count()) + (await next.count())).toBeGreaterThan(0)
  if ((await request.count()) === 0) await next.click()
  await request.waitFor()
}

/** Looks at a wallet and at the settings, each opened without a network. */
async function lookAround(stage: DemoStage): Promise<void> {
  const { app, context } = stage
  await goHome(stage)
  await context.setOffline(true)
  await app.getByRole('button', { name: /…/u }).first().click()
  await context.setOffline(false)
  await app.getByText(sharingEn.shareCard).waitFor()
  await app.getByText(en.wallet.unlink).waitFor()
}

test('a member whose network is gone at each step links a TON wallet, and what is missing arrives without a tap', async ({
  stage,
}) => {
  stage.errors.expect(NO_NETWORK)
  await startAndOpen(stage)
  const { app } = stage
  await app.locator('[data-intent=connect]').click()
  await act(stage, { press: app.getByRole('button', { name: en.connect.telegramWallet }) })
  await openWallet(stage)
  await act(stage, { says: en.attempt.hintOffline })
  await approve(stage.wallet)
  await seeLinked(stage)
  await lookAround(stage)
})

test('a member whose network is gone at each step links an EVM wallet, and what is missing arrives without a tap', async ({
  stage,
}) => {
  stage.errors.expect(NO_NETWORK)
  await startAndOpen(stage)
  const { app } = stage
  await app.locator('[data-intent=connect]').click()
  await act(stage, { press: app.getByRole('button', { name: 'MetaMask' }) })
  await openWallet(stage)
  await act(stage, { says: en.attempt.hintOffline })
  await approveConnection(stage.wallet)
  await seeSigning(stage)
  await act(stage, { says: en.attempt.hintOffline })
  await pressSign(stage)
  await approveText(stage.wallet)
  await seeLinked(stage)
  await lookAround(stage)
})
