import { expect } from 'vitest'
import { en } from '#client/i18n/en.ts'
import { createDemoWalletsList } from '#demo/ton/wallets-list.ts'
import { ADA } from '#tests/support/demo-stage.ts'
import { approve, seeLinked, startAndOpen } from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'

test('a wallet outside Telegram is chosen from the whole list, opens in a page of its own, and is linked', async ({
  stage,
}) => {
  const { app, context, demo } = stage
  await startAndOpen(stage)
  await app.locator('[data-intent=connect]').click()
  await app.getByRole('button', { name: en.connect.otherWallets }).click()
  const list = app.locator('#tc-widget-root')
  for (const { name } of createDemoWalletsList({ hostOrigin: demo.hostUrl }))
    await list.getByText(name, { exact: true }).waitFor()

  const opened = context.waitForEvent('page')
  await list.getByText('Demo Wallet', { exact: true }).click()
  const wallet = await opened
  await approve(wallet, { account: 'v4r2' })
  await seeLinked(stage)
  await stage.botMessage(ADA, 'is now linked to your account')
})

test('“back” closes the list of wallets first, and only then leaves the choice', async ({
  stage,
}) => {
  const { app, host } = stage
  await startAndOpen(stage)
  await app.locator('[data-intent=connect]').click()
  await app.getByRole('button', { name: en.connect.otherWallets }).click()
  const list = app.locator('#tc-widget-root').getByText('Lantern', { exact: true })
  await list.waitFor()

  await host.getByTestId('host-back').click()
  await list.waitFor({ state: 'hidden' })
  expect(await app.getByRole('heading', { name: en.connect.title }).isVisible()).toBe(true)

  await host.getByTestId('host-back').click()
  await app.locator('[data-intent=connect]').waitFor()
})
