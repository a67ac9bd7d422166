import type { FrameLocator, Locator, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { en, sharingEn, signingEn } from '#tests/support/messages.ts'
import type { AppMessages } from '#client/i18n/messages.ts'
import type { TonAccountKind } from '#demo/ton/wallet/accounts.ts'
import type { TonBehaviour } from '#demo/ton/wallet/behaviour.ts'
import type { DemoStage } from './demo-stage.ts'

export type LinkAnswer = {
  /** @default 'v5r1' */
  account?: TonAccountKind
  /** @default 'honest' */
  behaviour?: TonBehaviour
}

/** From Home to the request in Wallet in Telegram. */
export async function askTelegramWallet(
  { app, wallet }: Pick<DemoStage, 'app' | 'wallet'>,
  messages: AppMessages = en,
): Promise<void> {
  await app.locator('[data-intent=connect]').click()
  await app.getByRole('button', { name: messages.connect.walletInTelegram('Wallet') }).click()
  await wallet.getByTestId('approve').waitFor()
}

/** From the choice to TON Connect's list of all wallets. */
export async function openWalletList(
  { app }: Pick<DemoStage, 'app'>,
  messages: AppMessages = en,
): Promise<Locator> {
  await app.getByRole('button', { name: messages.connect.otherWallets }).click()
  const list = app.locator('#tc-widget-root')
  await list.getByText('Demo Wallet', { exact: true }).waitFor()
  return list
}

/** From the choice to the demo wallet, by its own line, which opens in a separate page. */
export async function tapDemoWallet({ app, context }: DemoStage): Promise<Page> {
  const opened = context.waitForEvent('page')
  await app.getByRole('button', { name: 'Demo Wallet' }).click()
  return opened
}

/** From the list of all wallets to the demo wallet, which opens in a separate page. */
export async function openDemoWallet({ context }: DemoStage, list: Locator): Promise<Page> {
  const opened = context.waitForEvent('page')
  await list.getByText('Demo Wallet', { exact: true }).click()
  return opened
}

/** Opens the demo wallet on another device by a link. It closes when the test ends. */
export async function openTonWalletElsewhere(
  { context }: Pick<DemoStage, 'context'>,
  link: string,
): Promise<Page> {
  const device = await context.browser()?.newContext()
  if (device === undefined) throw new Error('the browser is gone')
  onTestFinished(() => device.close())
  const page = await device.newPage()
  await page.goto(link)
  await page.getByTestId('approve').waitFor()
  return page
}

/** Approves the request that the wallet shows. */
export async function approve(
  wallet: FrameLocator | Page,
  { account, behaviour }: LinkAnswer = {},
): Promise<void> {
  if (account !== undefined) await wallet.getByTestId('account').selectOption(account)
  if (behaviour !== undefined) await wallet.getByTestId('behaviour').selectOption(behaviour)
  await wallet.getByTestId('approve').click()
}

/** From Home to "Wallet linked". */
export async function linkWallet(
  stage: DemoStage,
  answer: LinkAnswer = {},
  messages: AppMessages = en,
): Promise<void> {
  await askTelegramWallet(stage, messages)
  await approve(stage.wallet, answer)
  await seeLinked(stage, messages)
}

export async function seeLinked(
  { app }: Pick<DemoStage, 'app'>,
  messages: AppMessages = en,
): Promise<void> {
  await app.locator('.hero').getByText(messages.attempt.linked).waitFor()
}

/** Unfolds how a wallet was verified, and waits for a part of that. */
export async function seeHow({ app }: Pick<DemoStage, 'app'>, part: string): Promise<void> {
  const text = app.locator('.fold').getByText(part, { exact: true }).first()
  await text.waitFor({ state: 'attached' })
  if (!(await text.isVisible())) await app.locator('.fold > summary').first().click()
  await text.waitFor()
}

/** Unfolds the offer to sign a message that names the account, and accepts it. */
export async function signStronger({ app }: Pick<DemoStage, 'app'>): Promise<void> {
  const { name, action } = signingEn.stronger
  await app.getByText(name, { exact: true }).click()
  await app.getByRole('button', { name: action }).click()
}

/** From an outcome back to Home, with Telegram's main button. */
export async function goHome({
  messenger,
  app,
}: Pick<DemoStage, 'messenger' | 'app'>): Promise<void> {
  await messenger.getByTestId('messenger-secondary-button').click()
  await seeHome({ app })
}

/** From the page of a wallet to that of its proof. */
export async function openProof({ app }: Pick<DemoStage, 'app'>): Promise<void> {
  await app.getByRole('button', { name: en.wallet.documentNote }).click()
  await app.getByRole('heading', { name: sharingEn.document.shows }).waitFor()
}

/** Has the bot send the proof, with Telegram's main button. */
export async function takeProof({ messenger }: Pick<DemoStage, 'messenger'>): Promise<void> {
  const button = messenger.getByTestId('messenger-main-button')
  await button.getByText(sharingEn.proof.take).waitFor()
  await button.click()
}

export async function seeHome({ app }: Pick<DemoStage, 'app'>): Promise<void> {
  await app.locator('[data-intent=connect]').waitFor()
}

/** The page shows Home before the app has started, and before the server has answered who opened it. */
export async function seeMember({ app }: Pick<DemoStage, 'app'>): Promise<void> {
  await app.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await app.locator('[data-awaiting]').waitFor({ state: 'detached' })
}

/** Home of a member without wallets, who is known. */
export async function seeEmptyHome(
  stage: Pick<DemoStage, 'app'>,
  messages: AppMessages = en,
): Promise<void> {
  await seeMember(stage)
  await stage.app.getByText(messages.home.empty).waitFor()
}

/** Answers the client's dialog. */
export async function answerDialog(
  { messenger }: Pick<DemoStage, 'messenger'>,
  button: string,
): Promise<void> {
  await messenger
    .getByTestId('messenger-dialog')
    .getByRole('button', { name: button, exact: true })
    .click()
}

/** The short address that a message of the bot names. */
export function shortAddressIn(text: string): string {
  const short = /\S{4}…\S{4}/u.exec(text)?.[0]
  if (short === undefined) throw new Error(`no address in: ${text}`)
  return short
}

/** Starts the bot, and opens the Mini App at Home. */
export async function startAndOpen(stage: DemoStage): Promise<void> {
  await stage.startBot()
  await stage.openMiniApp()
}
