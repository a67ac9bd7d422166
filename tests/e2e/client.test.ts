import { expect } from 'vitest'
import { isolated } from '#client/i18n/format.ts'
import { ADA, NEGAR } from '#demo/telegram/people.ts'
import { en, fa } from '#tests/support/messages.ts'
import { PLATFORMS, getPalette } from '#demo/telegram/theme-params.ts'
import { type DemoStage } from '#tests/support/demo-stage.ts'
import {
  answerDialog,
  askTelegramWallet,
  goHome,
  linkWallet,
  openWalletList,
  seeHome,
  startAndOpen,
} from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'

test('the colours follow Telegram’s theme while the app is open, and the app keeps its screen', async ({
  stage,
}) => {
  const { app } = stage
  await startAndOpen(stage)
  await app.locator('[data-intent=connect]').click()
  const title = app.getByRole('heading', { name: en.connect.title })
  await title.waitFor()
  const colours = () =>
    title.evaluate((heading) => {
      const page = getComputedStyle(document.documentElement)
      return {
        page: page.backgroundColor,
        text: getComputedStyle(heading).color,
        scheme: page.colorScheme,
      }
    })
  for (const theme of ['day', 'night', 'day'] as const) {
    await stage.setTheme(theme)
    const palette = getPalette('ios', theme)
    await expect.poll(colours).toEqual({
      page: getRgb(palette.secondary_bg_color),
      text: getRgb(palette.text_color),
      scheme: theme === 'day' ? 'light' : 'dark',
    })
  }
})

test('“back” is absent on Home, leads from the choice to Home, and asks before it gives up a live attempt', async ({
  stage,
}) => {
  const { app, messenger } = stage
  const back = messenger.getByTestId('messenger-back')
  await startAndOpen(stage)
  await seeHome(stage)
  expect(await back.isVisible()).toBe(false)
  await app.locator('[data-intent=connect]').click()
  await back.click()
  await seeHome(stage)
  await back.waitFor({ state: 'hidden' })

  await askTelegramWallet(stage)
  await messenger.getByTestId('wallet-close').click()
  await back.click()
  await answerDialog(stage, en.attempt.leaveAsk.stay)
  await app.getByRole('heading', { name: en.attempt.title }).waitFor()
  await back.click()
  await answerDialog(stage, en.attempt.leaveAsk.confirm)
  await seeHome(stage)
})

test('Telegram’s main button shows the primary action of an outcome, and disappears with it', async ({
  stage,
}) => {
  const { app, messenger } = stage
  const button = messenger.getByTestId('messenger-main-button')
  const back = en.attempt.backTo(isolated('Clasp'))
  await startAndOpen(stage)
  await linkWallet(stage)
  await expect.poll(() => button.innerText()).toBe(back)
  expect(await app.getByRole('button', { name: back }).count()).toBe(0)
  await goHome(stage)
  await button.waitFor({ state: 'hidden' })
})

test.for(PLATFORMS)(
  'on %s the app opens and leads to the list of wallets',
  async (platform, { sharedStage }) => {
    await sharedStage.setPlatform(platform)
    await seeWalletList(sharedStage)
  },
)

test.for(['6.1', '7.7', '8.0', '9.6'])(
  'on a client of version %s the app opens and leads to the list of wallets',
  async (version, { sharedStage }) => {
    await sharedStage.setVersion(version)
    await seeWalletList(sharedStage)
  },
)

test('on a client without a back button the page draws its own', async ({ stage }) => {
  const { app, messenger } = stage
  await stage.setVersion('6.0')
  await startAndOpen(stage)
  await app.locator('[data-intent=connect]').click()
  expect(await messenger.getByTestId('messenger-back').isVisible()).toBe(false)
  await app.getByRole('navigation').getByRole('button', { name: en.common.back }).click()
  await seeHome(stage)
})

test('the oldest client, in a frame, links a wallet, and the page asks in a dialog of its own', async ({
  stage,
}) => {
  const { app } = stage
  await stage.setPlatform('web')
  await stage.setVersion('6.0')
  await startAndOpen(stage)
  await askTelegramWallet(stage)
  await stage.messenger.getByTestId('wallet-close').click()
  const back = app.getByRole('button', { name: en.common.back })
  const dialog = app.getByRole('alertdialog', { name: en.attempt.leaveAsk.title })
  await back.click()
  await dialog.getByRole('button', { name: en.attempt.leaveAsk.stay }).press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await app.getByRole('heading', { name: en.attempt.title }).waitFor()
  await back.click()
  await dialog.waitFor()
  // The first answer has the focus, and Tab goes no further than the dialog.
  await stage.messenger.keyboard.press('Tab')
  await stage.messenger.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await seeHome(stage)
  await linkWallet(stage)
  await app.getByRole('button', { name: en.home.wallets }).click()
  await seeHome(stage)
})

test('in fullscreen a member links a wallet, and nothing is hidden under Telegram’s own buttons', async ({
  stage,
}) => {
  const { app, messenger } = stage
  await messenger.getByTestId('opens-fullscreen').setChecked(true, { force: true })
  await startAndOpen(stage)
  await seeHome(stage)
  await expectClear(stage)
  await linkWallet(stage)
  await expectClear(stage)
  await expect
    .poll(() => messenger.getByTestId('guards').innerText())
    .toContain('a swipe down minimizes')
  await app.getByRole('button', { name: en.attempt.homeScreen.name }).click()
  await answerDialog(stage, 'Add')
  await app.getByText(en.attempt.homeAdded).first().waitFor()
  await goHome(stage)
  await messenger.getByTestId('app-menu').click()
  await messenger.getByTestId('app-menu-leave-fullscreen').click()
  await expect
    .poll(() => app.locator('html').evaluate((page) => page.style.getPropertyValue('--safe-top')))
    .toBe('0px')
})

test('a member links a wallet on a computer', async ({ stage }) => {
  await stage.setPlatform('tdesktop')
  await startAndOpen(stage)
  await linkWallet(stage)
  expect(await stage.app.getByText(en.attempt.homeScreen.name).count()).toBe(0)
  await goHome(stage)
})

/** The first words of the page start below the client's floating buttons. */
async function expectClear({ app, messenger }: DemoStage): Promise<void> {
  const edges = async () => {
    const buttons = await messenger.getByTestId('messenger-close').boundingBox()
    const words = await app.locator('main > *').first().boundingBox()
    return (words?.y ?? 0) - ((buttons?.y ?? 0) + (buttons?.height ?? 0))
  }
  await expect.poll(edges).toBeGreaterThanOrEqual(0)
}

test('in Persian the app reads from right to left and fits narrow phones', async ({ stage }) => {
  const { app, messenger } = stage
  await stage.switchAccount(NEGAR)
  await startAndOpen(stage)
  await linkWallet(stage, {}, fa)
  for (const width of [390, 320]) {
    await messenger.setViewportSize({ width, height: 800 })
    await expectFits(stage, width)
  }
  await goHome(stage)
  await expectFits(stage, 320)
  await app.getByRole('button', { name: 'W5' }).click()
  await app.getByRole('button', { name: fa.wallet.unlink }).waitFor()
  await expectFits(stage, 320)
  await stage.pressBack()
  await app.getByRole('button', { name: fa.home.settings }).click()
  await app.getByRole('button', { name: fa.settings.deleteAll }).waitFor()
  await expectFits(stage, 320)
  await stage.pressBack()
  await app.locator('[data-intent=connect]').click()
  await app.getByRole('button', { name: fa.connect.walletInTelegram('Wallet') }).waitFor()
  await expectFits(stage, 320)
})

/** From the chat to the list of wallets, and out again. */
async function seeWalletList(stage: DemoStage): Promise<void> {
  if (stage.botMessages(ADA).length === 0) await stage.startBot()
  await stage.openMiniApp()
  await stage.app.locator('[data-intent=connect]').click()
  await openWalletList(stage)
  await stage.closeMiniApp()
}

async function expectFits({ app }: DemoStage, width: number): Promise<void> {
  const html = app.locator('html')
  await expect.poll(() => html.evaluate(({ clientWidth }) => clientWidth)).toBe(width)
  const { direction, scrollWidth } = await html.evaluate((page) => ({
    direction: getComputedStyle(page).direction,
    scrollWidth: page.scrollWidth,
  }))
  expect(direction).toBe('rtl')
  expect(scrollWidth).toBe(width)
}

/** `#rrggbb` as browsers write it. */
function getRgb(hex: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return `rgb(${red}, ${green}, ${blue})`
}
