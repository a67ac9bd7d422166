import type { FrameLocator, Locator, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { en, evmEn, signingEn } from '#tests/support/messages.ts'
import type { AppMessages } from '#client/i18n/messages.ts'
import type { Messages } from '../../src/i18n/messages.ts'
import type { EvmAccountKind } from '#demo/evm/wallet/accounts.ts'
import type { ConnectBehaviour, SignBehaviour } from '#demo/evm/wallet/behaviour.ts'
import { EVM_WALLET_PATH } from '#demo/evm/demo-network.ts'
import type { DemoStage } from './demo-stage.ts'
import { readHeld } from './read-held.ts'

/** How long the wallet's page may take to show something, in milliseconds. */
const TIMEOUT_MS = 15_000

/** The messages that the test expects, by default in English. */
export type EvmTextReader = { messages: AppMessages; signing: Messages['signing'] }

const ENGLISH: EvmTextReader = { messages: en, signing: signingEn }

/** The wallet over the Mini App or in a separate tab. */
export type EvmWalletPage = FrameLocator | Page

export type ConnectionAnswer = {
  /** @default 'main' */
  account?: EvmAccountKind
  /** @default 'honest' */
  behaviour?: ConnectBehaviour
}

/** From Home to the choice of wallets, after the EVM wallets are drawn. */
export async function openChoice({ app }: Pick<DemoStage, 'app'>): Promise<void> {
  await app.locator('[data-intent=connect]').click()
  await app.getByRole('button', { name: 'MetaMask' }).waitFor()
}

/** From Home to the request in the wallet app that the phone opens. */
export async function askEvmWallet(stage: DemoStage, name = 'MetaMask'): Promise<void> {
  await openChoice(stage)
  await chooseEvmWallet(stage, name)
}

/** From the choice to the request in the wallet app that the phone opens. */
export async function chooseEvmWallet(
  { app, wallet }: Pick<DemoStage, 'app' | 'wallet'>,
  name = 'MetaMask',
): Promise<void> {
  await app.getByRole('button', { name }).click()
  await wallet.getByTestId('approve').waitFor()
}

/** From Home to the pending connection on a computer, with the wallet elsewhere. Returns the copied link. */
export async function copyEvmLink(stage: DemoStage, name = 'MetaMask'): Promise<string> {
  await openChoice(stage)
  await stage.app.getByRole('button', { name }).click()
  return copyLink(stage)
}

/** Presses "Copy link" and returns the clipboard's text. */
export async function copyLink({ context, messenger, app }: DemoStage): Promise<string> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await app.getByRole('button', { name: en.attempt.copyLink }).click()
  await app.getByText(en.common.copied, { exact: true }).waitFor()
  return readClipboard(messenger)
}

/** Presses the copy button in the list of all wallets and returns the clipboard's text, which arrives with a delay. */
export async function getListCopyLink({ context, messenger, app }: DemoStage): Promise<string> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await messenger.evaluate(() => navigator.clipboard.writeText(''))
  await app.getByTestId('copy-wc2-uri').click()
  await expect.poll(() => readClipboard(messenger)).toMatch(/^wc:/)
  return readClipboard(messenger)
}

function readClipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}

/** Connects a demo wallet on another device by a link. The wallet closes when the test ends. */
export async function openWalletElsewhere(
  { context, demo }: DemoStage,
  link: string,
): Promise<Page> {
  const device = await context.browser()?.newContext()
  if (device === undefined) throw new Error('the browser is gone')
  onTestFinished(() => device.close())
  device.setDefaultTimeout(TIMEOUT_MS)
  const page = await device.newPage()
  await page.goto(`${demo.messengerUrl}${EVM_WALLET_PATH}`)
  await page.getByTestId('pairing-uri').fill(link)
  await page.getByTestId('pair').click()
  await page.getByTestId('approve').waitFor()
  return page
}

/** Approves the connection that the wallet shows. */
export async function approveConnection(
  wallet: EvmWalletPage,
  { account, behaviour }: ConnectionAnswer = {},
): Promise<void> {
  await wallet.getByTestId('request').waitFor()
  if (account !== undefined) await wallet.getByTestId('account').selectOption(account)
  if (behaviour !== undefined) await wallet.getByTestId('behaviour').selectOption(behaviour)
  await wallet.getByTestId('approve').click()
}

/** Approves the text that the wallet shows. */
export async function approveText(wallet: EvmWalletPage, behaviour?: SignBehaviour): Promise<void> {
  await wallet.getByTestId('text').waitFor()
  if (behaviour !== undefined) await wallet.getByTestId('behaviour').selectOption(behaviour)
  await wallet.getByTestId('approve').click()
}

/** Waits for the screen that shows the message to sign. */
export async function seeSigning(
  { app }: Pick<DemoStage, 'app'>,
  { signing }: EvmTextReader = ENGLISH,
): Promise<void> {
  await app.getByRole('heading', { name: signing.title, exact: true }).waitFor()
}

/** Opens the wallet for the message, after a reload of the app. */
export async function pressSign(
  { app }: Pick<DemoStage, 'app'>,
  { signing }: EvmTextReader = ENGLISH,
): Promise<void> {
  await app.getByRole('button', { name: signing.press, exact: true }).click()
}

/** From Home to the text in the wallet app of a phone. */
async function askForText(stage: DemoStage, answer: ConnectionAnswer = {}): Promise<void> {
  await askEvmWallet(stage)
  await approveConnection(stage.wallet, answer)
  await stage.wallet.getByTestId('text').waitFor()
}

/** From Home to a signed text, on a phone. */
export async function linkEvmWallet(
  stage: DemoStage,
  answer: ConnectionAnswer = {},
): Promise<void> {
  await askForText(stage, answer)
  await approveText(stage.wallet)
  await stage.app.locator('.hero').getByText(en.attempt.linked).waitFor()
}

/** From the choice to AppKit's list of all wallets. */
export async function openAllEvmWallets({ app }: Pick<DemoStage, 'app'>): Promise<Locator> {
  await app.getByRole('button', { name: evmEn.allWallets }).click()
  const card = app.getByTestId('w3m-modal-card')
  await card.waitFor()
  return card
}

/** The text to sign, as our own page shows it. */
export function shownText({ app }: Pick<DemoStage, 'app'>): Promise<string> {
  return app.locator('.text-block').innerText()
}

/** The holders of an EVM address according to the host API. */
export const getHolders = (stage: Pick<DemoStage, 'demo'>, address: string) =>
  readHeld(stage, 'evm', address)

/** The account in a text that a wallet shows. It is the second line. */
export function addressIn(text: string): string {
  return text.split('\n')[1] ?? ''
}
