import { expect } from 'vitest'
import { en } from '#tests/support/messages.ts'
import type { DemoStage } from '#tests/support/demo-stage.ts'
import { openAllEvmWallets, openChoice } from '#tests/support/e2e-evm.ts'
import { openWalletList, startAndOpen } from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'

/** Writes what a page's policy refuses into its console, where a stage counts it as an error. */
const REPORT_REFUSALS = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('refused: ' + event.violatedDirective + ' ' + event.blockedURI))`

test('a page’s refusal is an error, or the tests below could not fail', async ({ stage }) => {
  await watchRefusals(stage)
  await startAndOpen(stage)
  await stage.app.locator('[data-intent=connect]').waitFor()
  stage.errors.expect(/pictures\.example/)
  const refused = stage.messenger.waitForEvent('console', {
    predicate: (message) => message.text().startsWith('refused: img-src https://pictures.example'),
  })
  await stage.messenger.frame({ name: 'mini-app' })?.evaluate(() => {
    new Image().src = 'https://pictures.example/x.png'
  })
  expect((await refused).type()).toBe('error')
})

test.for(['ios', 'tdesktop', 'android', 'web'] as const)(
  'on %s, neither the choice of a wallet nor a list of all wallets wants anything that our policy refuses, and every wallet has its icon',
  async (platform, { stage }) => {
    const { app } = stage
    await watchRefusals(stage)
    await stage.setPlatform(platform)
    await startAndOpen(stage)
    await openChoice(stage)
    await seeIcons(stage)

    const card = await openAllEvmWallets(stage)
    await app.getByTestId('wui-qr-code').waitFor()
    await stage.pressBack()
    await card.waitFor({ state: 'hidden' })
    await app.getByRole('heading', { name: en.connect.title }).waitFor()

    const list = await openWalletList(stage)
    await list.getByText('Demo Wallet', { exact: true }).click()
    await expect.poll(() => list.locator('img').count()).toBeGreaterThan(0)
    await stage.pressBack()
    await app.getByRole('heading', { name: en.attempt.title }).waitFor()
    expect(stage.errors.unexpected()).toEqual([])
  },
)

test('a wallet whose icon is missing keeps its letter, in the same place, and causes no error', async ({
  stage,
}) => {
  const { app, context } = stage
  await context.route('**/wallet-icons/**', (route) => route.fulfill({ status: 204 }))
  await startAndOpen(stage)
  await openChoice(stage)
  const cell = app.getByRole('button', { name: 'MetaMask' })
  expect(await cell.locator('.tile').innerText()).toBe('M')
  expect(await cell.locator('img').evaluate((image) => getComputedStyle(image).opacity)).toBe('0')
})

async function watchRefusals({ context }: DemoStage): Promise<void> {
  await context.addInitScript(REPORT_REFUSALS)
}

/** Waits until all icons are shown: three of TON wallets, six of EVM wallets. */
async function seeIcons({ app }: DemoStage): Promise<void> {
  const icons = app.locator('.wallet-icon img')
  await expect.poll(() => icons.count()).toBe(9)
  for (const icon of await icons.all()) {
    await icon.scrollIntoViewIfNeeded()
    await expect.poll(() => icon.evaluate((image) => getComputedStyle(image).opacity)).toBe('1')
  }
}
