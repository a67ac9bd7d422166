import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ADA, GROUP, ILYA } from '#demo/telegram/people.ts'
import { type DemoStage } from '#tests/support/demo-stage.ts'
import { directChat, pressLatest } from '#tests/support/e2e-chats.ts'
import { linkEvmWallet } from '#tests/support/e2e-evm.ts'
import {
  answerDialog,
  approve,
  linkWallet,
  shortAddressIn,
  startAndOpen,
} from '#tests/support/e2e-link.ts'
import {
  openLinkAs,
  openMultisig,
  signAsOwner,
  signConnected,
  startCollecting,
} from '#tests/support/e2e-multisig.ts'
import { test } from '#tests/support/e2e-test.ts'
import {
  adminEn,
  en,
  multisigEn,
  requestEn,
  requestingEn,
  sharingEn,
} from '#tests/support/messages.ts'
import { until } from '#tests/support/until.ts'

test('the steps of the demo tick themselves off, the signed event drops in at the approval, both survive a reload, and the shown curl works', async ({
  stage,
}) => {
  const { messenger, demo } = stage
  await expectDone(stage, { start: 'no', choose: 'no', approve: 'no', known: 'no' })
  await startAndOpen(stage)
  await expectDone(stage, { start: 'yes', choose: 'no' })
  await linkWallet(stage)

  const event = messenger.getByTestId('event-newest')
  await event.getByText('Signature verified').waitFor()
  const receipt = await stage.botMessage(ADA, 'is now linked to your account')
  const short = shortAddressIn(receipt.text)
  await event.getByText(`Ada controls ${short}`).waitFor()
  expect(await messenger.getByTestId('event-time').innerText()).toMatch(/^[\d,]+ ms after/)
  expect(await event.locator('[data-marked]').allInnerTexts()).toEqual(
    expect.arrayContaining([
      expect.stringContaining('"type": "wallet.linked"'),
      expect.stringContaining(`"telegramId": "${ADA}"`),
    ]),
  )
  await expectDone(stage, { choose: 'yes', approve: 'yes', known: 'yes' })

  await messenger.reload()
  await event.getByText(`Ada controls ${short}`).waitFor()
  await expectDone(stage, { start: 'yes', choose: 'yes', approve: 'yes', known: 'yes' })

  await messenger.getByTestId('developer').click()
  await messenger.getByText(/Bearer clasp_/).waitFor()
  const command = await messenger.getByText(/^curl/).innerText()
  expect(command).toContain(`${demo.appUrl}/v1/users/${ADA}/wallets`)
  const printed = await ask(command)
  expect(printed).toContain(short.slice(-4))
  const shown = messenger.getByLabel('What it answers now', { exact: true })
  await shown.getByText(short.slice(-4)).waitFor()
  expect(JSON.parse(await shown.innerText())).toEqual(JSON.parse(printed))
})

test('each reader’s part opens, gives way to the other’s and closes, where a scroll returns a promise', async ({
  stage: { messenger },
}) => {
  // As Chromium does from 156 on.
  await messenger.evaluate(() => {
    const element: { scrollIntoView: unknown } = Element.prototype
    const scroll = Reflect.get(Element.prototype, 'scrollIntoView')
    element.scrollIntoView = async function (this: Element, given?: ScrollIntoViewOptions) {
      scroll.call(this, given)
    }
  })
  const [developer, operator] = [
    messenger.getByTestId('developer'),
    messenger.getByTestId('operator'),
  ]
  const parts = messenger.locator('#for-reader > section')
  for (const reader of [developer, operator, developer]) {
    await reader.click()
    expect(await parts.count()).toBe(1)
    expect(await reader.getAttribute('aria-expanded')).toBe('true')
  }
  await developer.click()
  expect(await parts.count()).toBe(0)
  expect(await developer.isVisible()).toBe(true)
})

test('the demo opens in the bot’s chat: in a window of any size START is in it, and then the button of the bot’s answer', async ({
  stage: { messenger, demo },
}) => {
  const sizes = [
    { width: 320, height: 640 },
    { width: 768, height: 1024 },
    { width: 1024, height: 768 },
    { width: 1280, height: 720 },
  ]
  for (const name of ['start', 'inline-button']) {
    for (const size of sizes) {
      await messenger.setViewportSize(size)
      await messenger.goto(demo.messengerUrl)
      await seeInWindow(messenger.getByTestId(name), messenger)
      const license = messenger.getByText('MIT license')
      await license.scrollIntoViewIfNeeded()
      await seeInWindow(license, messenger)
    }
    if (name === 'start') await messenger.getByTestId('start').click()
  }
})

const onPhone = test.extend('page', { viewport: { width: 390, height: 844 } })

onPhone('on a phone what comes next is in the window at every step', async ({ stage }) => {
  const { app, messenger, wallet } = stage
  const next = messenger.getByTestId('next-step')
  await seeInWindow(next.getByText('Press START'), messenger)
  await pressInWindow(messenger.getByTestId('start'), messenger)
  await seeInWindow(next.getByText('Choose a wallet'), messenger)
  await pressInWindow(messenger.getByTestId('inline-button').first(), messenger)
  await pressInWindow(
    app.getByRole('button', { name: en.connect.walletInTelegram('Wallet') }),
    messenger,
  )
  await pressInWindow(wallet.getByTestId('approve'), messenger)
  await seeInWindow(app.locator('.hero').getByText(en.attempt.linked), messenger)
  await seeInWindow(next.getByText('Ada links an owner’s wallet'), messenger)
})

onPhone(
  'on a phone a strip at the bottom leads to the event, which says what its level means, and then to the operator’s way',
  async ({ stage }) => {
    const { messenger } = stage
    await startAndOpen(stage)
    await linkWallet(stage)
    const strip = messenger.getByTestId('event-strip')
    await strip.getByText(/^Your code now knows: Ada controls /).waitFor()
    const event = messenger.getByTestId('event-newest')
    expect(await isInWindow(event)).toBe(false)
    await pressInWindow(messenger.getByTestId('messenger-main-button'), messenger)
    await strip.click()
    await strip.waitFor({ state: 'detached' })
    expect(await isInWindow(event)).toBe(true)
    await pressInWindow(messenger.getByText('Signature verified'), messenger)
    const level = event.locator('[data-marked]').filter({ hasText: '"level"' })
    expect(await level.innerText()).toContain('its own key signed')

    await messenger.getByTestId('operator').click()
    await messenger.getByText(/npx clasp-telegram setup/).waitFor()
    await messenger.reload()
    await event.waitFor()
    expect(await strip.count()).toBe(0)
  },
)

test(
  'every step of the stories of a treasury, a card and a request ticks itself off',
  { timeout: 180_000 },
  async ({ stage }) => {
    const { app, messenger } = stage
    await startAndOpen(stage)
    await linkEvmWallet(stage, { account: 'owner1' })
    await seeWalletGone(stage)
    await expectDone(stage, { 'link-owner': 'yes', collect: 'no' })
    await openMultisig(stage)
    const link = await startCollecting(stage)
    await sendTo(stage, ILYA)
    await expectDone(stage, { collect: 'yes', 'open-cosigning': 'no' })
    await signConnected(stage)
    await openLinkAs(stage, ILYA, link)
    await expectDone(stage, { 'open-cosigning': 'yes', complete: 'no' })
    await signAsOwner(stage, 'owner2')
    await app.locator('.hero').getByText(multisigEn.cosign.complete).waitFor()
    await expectDone(stage, { complete: 'yes', 'send-card': 'no' })
    await answerDialog(stage, 'Allow')
    await stage.closeMiniApp()

    await stage.switchAccount(ADA)
    await stage.openDirectLink()
    await app.getByRole('button', { name: /…/u }).first().click()
    await app.getByRole('button', { name: sharingEn.shareCard }).click()
    await sendTo(stage, ILYA)
    await expectDone(stage, { 'send-card': 'yes', 'open-card': 'no' })
    await stage.closeMiniApp()
    await stage.switchAccount(ILYA)
    await stage.openChat(directChat(stage, ADA, ILYA))
    await pressLatest(stage)
    await expectDone(stage, { 'open-card': 'yes', 'ask-group': 'no' })
    await stage.closeMiniApp()

    await stage.switchAccount(ADA)
    await stage.openChat(GROUP.id)
    await stage.sendText('/connect')
    await expectDone(stage, { 'ask-group': 'yes', answer: 'no', count: 'no' })
    await stage.switchAccount(ILYA)
    await pressLatest(stage)
    await stage.pressMain()
    await app.getByRole('button', { name: en.connect.walletInTelegram('Wallet') }).click()
    await approve(stage.wallet)
    await app.getByRole('heading', { name: requestEn.answered }).waitFor()
    await expectDone(stage, { answer: 'yes', count: 'yes', export: 'no' })
    await stage.closeMiniApp()

    await stage.switchAccount(ADA)
    await pressLatest(stage)
    await app.getByRole('button', { name: requestEn.made }).click()
    await app.getByRole('button', { name: requestingEn.export }).click()
    await app.getByRole('button', { name: en.settings.sendFile }).click()
    await expectDone(stage, { export: 'yes', 'owner-list': 'no' })
    const step = messenger.getByTestId('step-owner-list')
    await messenger.getByTestId('story-request').locator('summary').click()
    await step.getByRole('button', { name: 'Open it' }).click()
    await app.getByRole('heading', { name: adminEn.members.title }).waitFor()
    await app.getByRole('button', { name: /Ada/u }).waitFor()
    await app.getByRole('button', { name: /Илья/u }).waitFor()
    await expectDone(stage, { 'owner-list': 'yes' })
  },
)

test('the operator’s code of the demo refuses an event that Clasp has not signed, and the page shows nothing of it', async ({
  stage,
}) => {
  const { messenger, demo } = stage
  const answer = await fetch(`${demo.messengerUrl}/operator/clasp`, { method: 'POST', body: '{}' })
  expect(answer.status).toBe(401)
  await messenger.reload()
  await messenger.getByTestId('events').getByText('a signed event drops in here').waitFor()
})

test('the switches of testers are folded until they are opened', async ({ stage }) => {
  const { messenger, demo } = stage
  await messenger.goto(demo.messengerUrl)
  const platform = messenger.getByTestId('platform')
  await messenger.getByText('Test conditions').waitFor()
  expect(await platform.isVisible()).toBe(false)
  await messenger.getByText('Test conditions').click()
  await platform.selectOption('web')
  await messenger.getByText('web.telegram.org/k').waitFor()
  await platform.selectOption('macos')
  await messenger.locator('[data-frame=window]').waitFor()
})

/** Sends what is shown to somebody, by the client's picker of chats. */
async function sendTo(stage: DemoStage, personId: number): Promise<void> {
  await stage.app.getByRole('button', { name: sharingEn.send }).click()
  await stage.messenger.getByTestId('chat-picker').waitFor()
  await stage.pickChat(directChat(stage, ADA, personId))
}

const seeWalletGone = ({ wallet }: DemoStage) => wallet.owner().waitFor({ state: 'detached' })

/** Presses where the locator is, without the scrolling that a press of Playwright does. */
async function pressInWindow(locator: Locator, messenger: Page): Promise<void> {
  const { x, y } = await seeInWindow(locator, messenger)
  await messenger.mouse.click(x, y)
}

/** Waits until all of it is in the window, and nothing of the page is above it. Returns its middle. */
async function seeInWindow(locator: Locator, messenger: Page): Promise<{ x: number; y: number }> {
  await locator.waitFor()
  const middle = await until(async () => {
    const box = await locator.boundingBox()
    const { height } = messenger.viewportSize() ?? { height: 0 }
    if (box === null) throw new Error('it is not there')
    expect(box.y).toBeGreaterThanOrEqual(0)
    expect(box.y + box.height).toBeLessThanOrEqual(height)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  })
  await locator.click({ trial: true })
  return middle
}

function isInWindow(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })
}

async function expectDone(
  { messenger }: DemoStage,
  steps: Record<string, 'yes' | 'no'>,
): Promise<void> {
  await until(async () => {
    const shown = Object.keys(steps).map(async (name) => {
      const step = messenger.getByTestId(`step-${name}`)
      return [name, await step.getAttribute('data-done')] as const
    })
    expect(Object.fromEntries(await Promise.all(shown))).toEqual(steps)
  })
}

/** Sends what the command names. */
async function ask(command: string): Promise<string> {
  const [, authorization = ''] = /Authorization: ([^']+)'/.exec(command) ?? []
  const url = /http:\S+$/.exec(command)?.[0] ?? ''
  const response = await fetch(url, { headers: { authorization } })
  expect(response.status).toBe(200)
  return response.text()
}
