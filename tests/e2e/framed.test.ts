import { describe, expect } from 'vitest'
import type { FrameLocator, Page } from 'playwright-core'
import { ADA } from '#demo/telegram/people.ts'
import { BLOCKED_STORAGE } from '#tests/support/blocked-storage.ts'
import { type DemoStage } from '#tests/support/demo-stage.ts'
import {
  answerDialog,
  approve,
  askTelegramWallet,
  goHome,
  linkWallet,
  seeHome,
  seeLinked,
  shortAddressIn,
  startAndOpen,
} from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'
import { en } from '#tests/support/messages.ts'

/** Gives up the live attempt: "Stop linking?", yes. */
async function stopLinking(stage: DemoStage): Promise<void> {
  await askTelegramWallet(stage)
  await stage.messenger.getByTestId('wallet-close').click()
  await stage.app.getByRole('button', { name: en.attempt.cancel }).click()
  await answerDialog(stage, en.attempt.leaveAsk.confirm)
}

describe('a client that shares its session history with the app', () => {
  test.for(['weba', 'web'] as const)(
    'leads Home after each stopped link on %s, and back leads from screen to screen',
    async (platform, { stage }) => {
      const { app, messenger } = stage
      await stage.setPlatform(platform)
      await startAndOpen(stage)
      for (const _ of [1, 2]) {
        await stopLinking(stage)
        await seeHome(stage)
      }
      // The client has removed every entry of its own.
      await expect.poll(() => messenger.evaluate(() => history.state === null)).toBe(true)
      await stage.reloadMiniApp()
      await seeHome(stage)
      await app.locator('[data-intent=connect]').click()
      await app.getByRole('button', { name: en.connect.walletInTelegram('Wallet') }).waitFor()
      await stage.pressBack()
      await seeHome(stage)
    },
  )

  test('closes its popup by the browser’s back, and leaves the app on its screen', async ({
    stage,
  }) => {
    const { app, messenger } = stage
    await stage.setPlatform('weba')
    await startAndOpen(stage)
    await askTelegramWallet(stage)
    await messenger.getByTestId('wallet-close').click()
    await app.getByRole('button', { name: en.attempt.cancel }).click()
    await messenger.getByTestId('messenger-dialog').waitFor()
    await messenger.evaluate(() => history.back())
    await messenger.getByTestId('messenger-dialog').waitFor({ state: 'detached' })
    await app.getByRole('heading', { name: en.attempt.title }).waitFor()
    await messenger.getByTestId('messenger-back').waitFor()
  })

  test('keeps the screen and the way back from it through a reload', async ({ stage }) => {
    const { app } = stage
    await stage.setPlatform('weba')
    await startAndOpen(stage)
    await stopLinking(stage)
    await seeHome(stage)
    await app.locator('[data-intent=connect]').click()
    await app.getByRole('heading', { name: en.connect.title }).waitFor()
    await stage.reloadMiniApp()
    await app.getByRole('heading', { name: en.connect.title }).waitFor()
    await stage.pressBack()
    await seeHome(stage)
  })
})

describe('a browser that blocks the storage of a framed page', () => {
  test.for(['weba', 'web', 'tdesktop'] as const)(
    'leaves the member signed in after the reload in the menu of %s',
    async (platform, { stage }) => {
      const { app } = stage
      await stage.context.addInitScript(BLOCKED_STORAGE)
      await stage.setPlatform(platform)
      await startAndOpen(stage)
      await app.getByText('@ada_fisher').waitFor()
      await app.locator('[data-intent=connect]').click()
      await app.getByRole('heading', { name: en.connect.title }).waitFor()
      await stage.reloadMiniApp()
      await seeHome(stage)
      await app.getByText('@ada_fisher').waitFor()
    },
  )
})

/** Telegram's web clients as they stand in the address, none of them on the network. */
const WEB_CLIENTS = [
  'https://web.telegram.org',
  'https://webk.telegram.org',
  'https://weba.telegram.org',
]

describe('a page around the app with the address of a web client', () => {
  test.for(WEB_CLIENTS)('receives the messages of the app as %s', async (origin, { stage }) => {
    const page = await openAround(stage, origin)
    await expect.poll(() => received(page)).toContain('web_app_ready')
    await page.close()
  })

  test('attack: another page may neither show the app nor receive its messages', async ({
    stage,
  }) => {
    stage.errors.expect(/frame-ancestors|ERR_BLOCKED_BY_RESPONSE/)
    const page = await openAround(stage, 'https://webz.telegram.org')
    await expect
      .poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-error:')))
      .toBe(true)
    expect(await received(page)).toEqual([])
    await page.close()
  })
})

/** A page at that origin which shows the app as a web client does, and records what it receives. */
async function openAround({ context, demo }: DemoStage, origin: string): Promise<Page> {
  // The browser guards loopback addresses from pages of the internet.
  await context.grantPermissions(['local-network-access'])
  const page = await context.newPage()
  const { appUrl, world } = demo
  const account = world.snapshot().accounts[0]
  const launched = world.launch({
    accountId: account?.id ?? 0,
    source: 'menu',
    url: `${appUrl}/`,
    platform: 'weba',
    version: '9.1',
    theme: 'day',
  })
  await page.route(`${origin}/`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><script>window.received = []
        addEventListener('message', ({ data, origin }) => {
          if (origin === '${appUrl}') received.push(JSON.parse(data).eventType)
        })</script><iframe src="${launched.replaceAll('&', '&amp;')}"></iframe>`,
    }),
  )
  await page.goto(`${origin}/`)
  return page
}

/** Methods that the page around the app has received. */
async function received(page: Page): Promise<string[]> {
  const methods = await page.evaluate(() => String(Reflect.get(globalThis, 'received')))
  return methods === '' ? [] : methods.split(',')
}

describe('Telegram Desktop on Linux, which frames the app in a page of its own,', () => {
  test('links a wallet, and keeps the member through a reload', async ({ stage }) => {
    const { messenger, wallet } = stage
    const app: FrameLocator = messenger
      .frameLocator('iframe[name=shell]')
      .frameLocator('iframe[name=mini-app]')
    await messenger.getByTestId('has-shell').check()
    await stage.setPlatform('tdesktop')
    await startAndOpen(stage)
    await askTelegramWallet({ app, wallet })
    await messenger.getByTestId('wallet-close').click()
    await stage.reloadMiniApp()
    await app.getByRole('button', { name: en.attempt.reopen }).click()
    await approve(wallet)
    await seeLinked({ app })
  })
})

describe('a link that opens a second instance of the app', () => {
  test('leaves both running, and the first one shows what was linked in the second', async ({
    stage,
  }) => {
    const { app, messenger } = stage
    await stage.setLinkFault('second-instance', true)
    await startAndOpen(stage)
    await seeHome(stage)
    await stage.openDirectLink()
    await messenger.getByTestId('mini-app-behind').waitFor({ state: 'attached' })
    await linkWallet(stage)
    await goHome(stage)
    const { text } = await stage.botMessage(ADA, 'is now linked to your account')

    await stage.closeMiniApp()
    await messenger.getByTestId('mini-app-behind').waitFor({ state: 'detached' })
    await app.getByText(shortAddressIn(text)).waitFor()
  })
})

test('an attempt that two instances of the app show is finished once', async ({ stage }) => {
  const { app, messenger } = stage
  // TON Connect's library reads the wallet's answer in both.
  stage.errors.expect(/must be greater than stored last wallet event id/)
  await stage.setLinkFault('second-instance', true)
  await startAndOpen(stage)
  await askTelegramWallet(stage)
  await messenger.getByTestId('wallet-close').click()
  await stage.openDirectLink()
  await messenger.getByTestId('mini-app-behind').waitFor({ state: 'attached' })
  await app.getByRole('button', { name: en.attempt.reopen }).click()
  await approve(stage.wallet)
  await seeLinked(stage)
  await stage.botMessage(ADA, 'is now linked to your account')
  const linked = stage.botMessages(ADA).filter(({ text }) => text.includes('is now linked'))
  expect(linked).toHaveLength(1)
})
