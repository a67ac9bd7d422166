import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { DemoStage } from '#tests/support/demo-stage.ts'
import {
  goHome,
  linkWallet,
  seeEmptyHome,
  seeHome,
  seeLinked,
  startAndOpen,
} from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'
import { createTypist, type Typist } from '#tests/support/keyboard.ts'
import { en } from '#tests/support/messages.ts'

const MAIN = /^main/

/** What screen readers announce without the focus. */
const text = ({ app }: DemoStage) => app.locator('output.hidden').innerText()

const button = ({ app }: DemoStage, name: string): Locator => app.getByRole('button', { name })

/** A new screen is read from its top. */
const seeFocusOnScreen = (typist: Typist) => seeFocusOn(typist, MAIN)

async function seeFocusOn(typist: Typist, place: string | RegExp): Promise<void> {
  await expect.poll(() => typist.place(), { message: 'where the focus is' }).toMatch(place)
}

/** The element: after Esc the browser hides it, and its role with it, before the page is notified. */
const sheetIn = ({ app }: DemoStage): Locator => app.locator('dialog')

/** The wallet is another app, which is not under test. */
async function approveInWallet({ messenger, wallet }: DemoStage): Promise<void> {
  await wallet.getByTestId('approve').click()
  await messenger.getByTestId('wallet').waitFor({ state: 'detached' })
}

test(
  'a member with only a keyboard links a wallet, names it, shows its code, unlinks it, and reads the settings',
  { tags: ['wide'] },
  async ({ stage }) => {
    const { app } = stage
    const typist = createTypist(stage)
    // A client with neither a back button nor popups, so that the page draws everything.
    await stage.setVersion('6.0')
    await startAndOpen(stage)
    await seeHome(stage)
    await typist.enter()

    await typist.tabTo(button(stage, en.home.connect))
    await typist.press('Enter')
    await seeFocusOnScreen(typist)
    await typist.tabTo(button(stage, en.connect.walletInTelegram('Wallet')))
    await typist.press('Enter')
    await approveInWallet(stage)
    await seeLinked(stage)
    await expect.poll(() => text(stage)).toContain(en.attempt.linked)
    await typist.tabTo(button(stage, en.home.wallets))
    await typist.press('Enter')
    await seeHome(stage)

    await typist.enter()
    await typist.tabTo(button(stage, 'W5'))
    await typist.press('Enter')
    await seeFocusOnScreen(typist)
    await nameWallet(stage, typist)
    await checkCode(stage, typist)

    await typist.tabTo(button(stage, en.wallet.unlink))
    await typist.press('Enter')
    await app.getByRole('dialog').or(app.getByRole('alertdialog')).waitFor()
    await typist.tabTo(app.getByRole('button', { name: en.wallet.unlinkAsk('').confirm }).last())
    await typist.press('Enter')
    await seeEmptyHome({ app })

    await typist.tabTo(button(stage, en.home.settings))
    await typist.press('Enter')
    await seeFocusOnScreen(typist)
    await typist.tabTo(button(stage, en.settings.language).first())
    await typist.press('Enter')
    const sheet = sheetIn(stage)
    await sheet.waitFor()
    await typist.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await seeFocusOn(typist, en.settings.language)
    await typist.press('Escape')
    await seeHome(stage)
    await seeFocusOn(typist, en.home.settings)
  },
)

/** The part of the page that a phone's keyboard leaves visible, CSS px. */
const ABOVE_KEYBOARD = 340

async function nameWallet({ app, messenger }: DemoStage, typist: Typist): Promise<void> {
  const frame = messenger.getByTestId('mini-app')
  await frame.evaluate((element, height) => (element.style.height = `${height}px`), ABOVE_KEYBOARD)
  await typist.tabTo(app.getByRole('textbox', { name: en.wallet.label }))
  await typist.type('Savings')
  const save = app.getByRole('button', { name: en.wallet.save })
  await expect
    .poll(() => save.evaluate(isInView), { message: '“Save” is in view above the keyboard' })
    .toBe(true)
  await frame.evaluate((element) => (element.style.height = ''))
  await typist.tabTo(save)
  await typist.press('Enter')
  await app.getByRole('heading', { name: 'Savings' }).waitFor()
  await expect
    .poll(() => typist.place(), { message: 'where the focus is after “Save”' })
    .not.toBe('nothing')
}

/** Runs in the page. */
function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= window.innerHeight
}

async function checkCode(stage: DemoStage, typist: Typist): Promise<void> {
  const { app } = stage
  const opener = app.getByRole('button', { name: en.wallet.showQr })
  const sheet = sheetIn(stage)
  for (const close of ['Escape', 'Enter']) {
    await typist.tabTo(opener)
    await typist.press('Enter')
    await sheet.waitFor()
    await typist.tabTo(sheet.getByRole('button', { name: en.common.close }))
    await typist.press(close)
    await sheet.waitFor({ state: 'detached' })
    await seeFocusOn(typist, en.wallet.showQr)
  }
}

test('Tab goes through Home in the order of reading, and out again; Esc goes back where the page draws “back”', async ({
  stage,
}) => {
  const typist = createTypist(stage)
  await stage.setVersion('6.0')
  await startAndOpen(stage)
  await seeEmptyHome(stage)
  await typist.enter()
  const places = await typist.tour()
  const { connect, ask, settings } = en.home
  expect(places).toEqual(
    [connect, ask, en.settings.admin, settings].map((name) => `button “${name}”`),
  )

  await button(stage, settings).click()
  await seeFocusOnScreen(typist)
  await typist.press('Escape')
  await seeHome(stage)
})

test('screen readers announce each step of an attempt, what went wrong, and that an address was copied', async ({
  stage,
}) => {
  const { app, messenger, wallet } = stage
  await startAndOpen(stage)
  await app.locator('[data-intent=connect]').click()
  await button(stage, en.connect.walletInTelegram('Wallet')).click()
  await messenger.getByTestId('wallet-close').click()
  await expect.poll(() => text(stage)).toMatch(/\S/u)
  const steps = await app.getByRole('list').first().ariaSnapshot()
  expect(steps).toContain(en.attempt.stepDone)
  expect(await app.locator('[aria-current=step]').count()).toBe(1)
  await button(stage, en.attempt.reopen).click()
  await wallet.getByTestId('reject').click()
  await expect.poll(() => text(stage)).toContain(en.attempt.failed)
  await expect.poll(() => text(stage)).toContain(en.problems['wallet-rejected'])

  await stage.pressBack()
  await linkWallet(stage)
  await goHome(stage)
  await stage.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await button(stage, 'W5').click()
  await button(stage, en.wallet.copyAddress).click()
  await app.getByRole('status').filter({ hasText: en.common.copied }).first().waitFor()
})
