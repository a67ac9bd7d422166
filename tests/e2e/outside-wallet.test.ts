import { expect } from 'vitest'
import { ADA } from '#demo/telegram/people.ts'
import { en } from '#tests/support/messages.ts'
import { createDemoWalletsList } from '#demo/ton/wallets-list.ts'
import { type DemoStage } from '#tests/support/demo-stage.ts'
import {
  approve,
  openDemoWallet,
  openTonWalletElsewhere,
  openWalletList,
  seeHome,
  seeLinked,
  startAndOpen,
  tapDemoWallet,
} from '#tests/support/e2e-link.ts'
import { copyLink } from '#tests/support/e2e-evm.ts'
import { test } from '#tests/support/e2e-test.ts'

test('a common wallet opens with one tap on its own line, with its icon from our origin, and is linked', async ({
  stage,
}) => {
  const { app, demo } = stage
  await startAndChoose(stage)
  const icon = app.getByRole('button', { name: 'Demo Wallet' }).locator('img')
  await expect.poll(() => icon.evaluate((image) => getComputedStyle(image).opacity)).toBe('1')
  expect(
    await icon.evaluate((image) => image instanceof HTMLImageElement && image.currentSrc),
  ).toMatch(new RegExp(`^${demo.appUrl}/wallet-icons/[0-9a-f]{32}$`))

  const wallet = await tapDemoWallet(stage)
  await approve(wallet, { account: 'v4r2' })
  await seeLinked(stage)
})

test('on a computer, a common wallet’s line shows a code, whose link a wallet on another device takes', async ({
  stage,
}) => {
  const { app, context } = stage
  await stage.setPlatform('tdesktop')
  await startAndChoose(stage)
  await app.getByRole('button', { name: 'Demo Wallet' }).click()
  await app.getByRole('img', { name: en.attempt.qrTitle }).waitFor()
  await app.getByText(en.attempt.hintScan).first().waitFor()
  expect(await app.locator('[aria-current=step]').innerText()).toContain('Demo Wallet')
  expect(context.pages()).toHaveLength(1)

  const wallet = await openTonWalletElsewhere(stage, await copyLink(stage))
  await approve(wallet)
  await seeLinked(stage)
})

test('on a computer, a common wallet can be opened there as well', async ({ stage }) => {
  await stage.setPlatform('macos')
  await startAndChoose(stage)
  await stage.app.getByRole('button', { name: 'Demo Wallet' }).click()
  const opened = stage.context.waitForEvent('page')
  await stage.app.getByRole('button', { name: en.attempt.openHere }).click()
  await approve(await opened)
  await seeLinked(stage)
})

test(
  'a wallet outside Telegram is chosen from the whole list, opens in a page of its own, and is linked',
  { tags: ['wide'] },
  async ({ stage }) => {
    await startAndOpen(stage)
    await stage.app.locator('[data-intent=connect]').click()
    const list = await openWalletList(stage)
    const shown = await list.innerText()
    for (const { name } of createDemoWalletsList({ messengerOrigin: stage.demo.messengerUrl }))
      expect(shown).toContain(name)

    const wallet = await openDemoWallet(stage, list)
    await approve(wallet, { account: 'v4r2' })
    await seeLinked(stage)
    await stage.botMessage(ADA, 'is now linked to your account')
  },
)

test('“back” closes the list of wallets first, and only then leaves the choice', async ({
  stage,
}) => {
  const { app } = stage
  await startAndOpen(stage)
  await app.locator('[data-intent=connect]').click()
  const lantern = (await openWalletList(stage)).getByText('Lantern', { exact: true })

  await stage.pressBack()
  await lantern.waitFor({ state: 'hidden' })
  expect(await app.getByRole('heading', { name: en.connect.title }).isVisible()).toBe(true)

  await stage.pressBack()
  await seeHome(stage)
})

/** From the chat with the bot to the choice of a wallet. */
async function startAndChoose(stage: DemoStage): Promise<void> {
  await startAndOpen(stage)
  await stage.app.locator('[data-intent=connect]').click()
}
