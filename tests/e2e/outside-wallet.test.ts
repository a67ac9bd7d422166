import { expect } from 'vitest'
import { en } from '#tests/support/messages.ts'
import { createDemoWalletsList } from '#demo/ton/wallets-list.ts'
import { ADA } from '#tests/support/demo-stage.ts'
import {
  approve,
  openDemoWallet,
  openWalletList,
  seeHome,
  seeLinked,
  startAndOpen,
} from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'

test('a wallet outside Telegram is chosen from the whole list, opens in a page of its own, and is linked', async ({
  stage,
}) => {
  await startAndOpen(stage)
  await stage.app.locator('[data-intent=connect]').click()
  const list = await openWalletList(stage)
  const shown = await list.innerText()
  for (const { name } of createDemoWalletsList({ hostOrigin: stage.demo.hostUrl }))
    expect(shown).toContain(name)

  const wallet = await openDemoWallet(stage, list)
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
  const lantern = (await openWalletList(stage)).getByText('Lantern', { exact: true })

  await host.getByTestId('host-back').click()
  await lantern.waitFor({ state: 'hidden' })
  expect(await app.getByRole('heading', { name: en.connect.title }).isVisible()).toBe(true)

  await host.getByTestId('host-back').click()
  await seeHome(stage)
})

test('the page refuses the picture that the wallet library wants from elsewhere before it is requested', async ({
  stage,
}) => {
  const answered: string[] = []
  stage.host
    .context()
    .on('response', (response) => void answered.push(new URL(response.url()).hostname))
  await startAndOpen(stage)
  await stage.app.locator('[data-intent=connect]').click()
  await openWalletList(stage)
  expect(new Set(answered)).toEqual(new Set(['127.0.0.1']))
})
