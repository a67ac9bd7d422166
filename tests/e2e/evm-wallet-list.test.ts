import type { BrowserContextOptions, Locator } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { en } from '#tests/support/messages.ts'
import { getPalette } from '#demo/telegram/theme-params.ts'
import type { DemoStage } from '#tests/support/demo-stage.ts'
import {
  approveConnection,
  copyLink,
  getListCopyLink,
  openAllEvmWallets,
  openChoice,
  openWalletElsewhere,
  seeSigning,
} from '#tests/support/e2e-evm.ts'
import {
  answerExplorer,
  cutExplorer,
  NO_EXPLORER,
  stallExplorer,
} from '#tests/support/e2e-explorer.ts'
import { startAndOpen } from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'

const PHONE: BrowserContextOptions = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  hasTouch: true,
}

const phoneTest = test.extend('page', PHONE)

test('the list of all wallets uses Telegram’s theme, closes by “back”, and shows and copies our link although its registry cannot be reached', async ({
  stage,
}) => {
  const { app } = stage
  stage.errors.expect(NO_EXPLORER)
  await cutExplorer(stage.context)
  await stage.setTheme('night')
  await startAndOpen(stage)
  await openChoice(stage)
  const card = await openAllEvmWallets(stage)
  await app.getByTestId('wui-qr-code').waitFor()
  await expect.poll(() => getBackground(card)).toBe(getPalette('ios', 'night').section_bg_color)

  await stage.pressBack()
  await card.waitFor({ state: 'hidden' })
  await app.getByRole('heading', { name: en.connect.title }).waitFor()
  await openAllEvmWallets(stage)
  await app.getByTestId('wui-qr-code').waitFor()
  const wallet = await openWalletElsewhere(stage, await getListCopyLink(stage))
  await approveConnection(wallet)
  await seeSigning(stage)
  await card.waitFor({ state: 'hidden' })
})

phoneTest(
  'on a phone, too, the QR code of our link is there although the registry is out of reach',
  async ({ stage }) => {
    const { app } = stage
    stage.errors.expect(NO_EXPLORER)
    await cutExplorer(stage.context)
    await startAndOpen(stage)
    await openChoice(stage)
    await openAllEvmWallets(stage)
    await app.locator('wui-icon-box[icon="qrCode"]').click()
    await app.getByTestId('wui-qr-code').waitFor()
    await app.getByTestId('copy-wc2-uri').waitFor()
  },
)

test('the list of all wallets opens with the QR code of our link although its registry never answers', async ({
  stage,
}) => {
  await stallExplorer(stage.context)
  await startAndOpen(stage)
  await openChoice(stage)
  await openAllEvmWallets(stage)
  await stage.app.getByTestId('wui-qr-code').waitFor()
  expect(await getListCopyLink(stage)).toMatch(/^wc:/)
})

const LANTERN = { id: 'a1'.repeat(32), name: 'Lantern', link: 'https://lantern.example' }
const COMPASS = { id: 'b2'.repeat(32), name: 'Compass', link: 'https://compass.example' }

phoneTest(
  'a wallet from the registry’s list opens in the tap with our link, and is what we then wait for',
  async ({ stage }) => {
    const { app, messenger, context } = stage
    await answerExplorer(context, [LANTERN, COMPASS])
    await context.route(`${LANTERN.link}/**`, (route) => route.fulfill({ body: 'A wallet' }))
    await startAndOpen(stage)
    await openChoice(stage)
    const card = await openAllEvmWallets(stage)
    await card.getByText(COMPASS.name, { exact: true }).waitFor()

    const opened = await openFromList(stage, LANTERN.name)
    expect(opened.origin).toBe(LANTERN.link)
    await messenger.bringToFront()
    await stage.pressBack()
    await app.getByText(en.attempt.open(LANTERN.name)).waitFor()
    expect(opened.searchParams.get('uri')).toBe(await copyLink(stage))
  },
)

/** Taps a wallet of the list; returns the address that opens in a page of its own. */
async function openFromList({ app, context }: DemoStage, name: string): Promise<URL> {
  const opening = context.waitForEvent('page')
  await app.getByTestId('w3m-modal-card').getByText(name, { exact: true }).click()
  const page = await opening
  await page.waitForURL(/^https:/)
  onTestFinished(() => page.close())
  return new URL(page.url())
}

/** As `#rrggbb`, however the style writes it. */
function getBackground(element: Locator): Promise<string> {
  return element.evaluate((painted) => {
    const pen = document.createElement('canvas').getContext('2d')
    if (pen === null) throw new Error('no canvas')
    pen.fillStyle = getComputedStyle(painted).backgroundColor
    pen.fillRect(0, 0, 1, 1)
    const rgb = [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3)
    return `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`
  })
}
