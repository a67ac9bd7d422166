import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { ADA, GROUP, ILYA } from '#demo/telegram/people.ts'
import { type DemoStage } from '#tests/support/demo-stage.ts'
import { directChat, pressLatest } from '#tests/support/e2e-chats.ts'
import {
  approveConnection,
  approveText,
  copyLink,
  linkEvmWallet,
  openWalletElsewhere,
  seeSigning,
} from '#tests/support/e2e-evm.ts'
import {
  answerDialog,
  approve,
  goHome,
  openProof,
  takeProof,
  linkWallet,
  openTonWalletElsewhere,
  seeHome,
  seeHow,
  seeLinked,
  seeMember,
  signStronger,
  startAndOpen,
} from '#tests/support/e2e-link.ts'
import {
  approveSafeMessage,
  openLinkAs,
  readCosigningLink,
  SIGN_CONNECTED,
} from '#tests/support/e2e-multisig.ts'
import { test } from '#tests/support/e2e-test.ts'
import { en, multisigEn, requestEn, sharingEn, signingEn } from '#tests/support/messages.ts'
import { takeFile } from '#tests/support/offline-verifier.ts'

/** Everything that a browser and the libraries log about a network that is gone. */
const NO_NETWORK =
  /ERR_INTERNET_DISCONNECTED|ERR_NETWORK|Failed to (?:fetch|load)|WebSocket|[Ss]ocket|SSE|relay|Network/

/** What the app says of a silent wallet. Without a network it cannot know. */
const OF_WALLET = [en.attempt.hintSilent, en.attempt.hintSilentHere]

/** The part of the app that connects EVM wallets. */
const CONNECTING_PART = /\/assets\/wallet-connect-/

/**
 * How long the app may take after the network is back, in milliseconds. WalletConnect's library gives a request that was
 * on its way 15 s, and sends it again within the next 5.
 */
const TIMEOUT_MS = 25_000

/** How long one tap may take, in milliseconds. */
const TAP_TIMEOUT_MS = 1_000

type OfflineAct = (stage: DemoStage) => Promise<unknown>

/** A step during which the network is gone. */
type OfflineStep = {
  /** What the member does meanwhile. */
  press?: OfflineAct
  /** What the app says meanwhile. Nothing where all that the step needs may have loaded before. */
  says?: string
  /** What has to follow once the network is back. */
  after: OfflineAct
}

async function cut(stage: DemoStage, { press, says, after }: OfflineStep): Promise<void> {
  const { context, app } = stage
  const shown = (text: string) => app.locator('main').getByText(text)
  await context.setOffline(true)
  await press?.(stage)
  if (says !== undefined) await shown(says).first().waitFor()
  for (const hint of OF_WALLET) expect(await shown(hint).count()).toBe(0)
  await context.setOffline(false)
  if (says !== undefined) await expect.poll(() => shown(says).count()).toBe(0)
  await after(stage)
}

/** Cuts the network while the app waits for a wallet. */
async function cutWaiting(stage: DemoStage, press?: OfflineAct): Promise<void> {
  const says = en.attempt.hintOffline
  await cut(stage, { says, ...(press && { press }), after: async () => {} })
}

/** Cuts the network when the member does something that has to be tapped again. */
async function cutTap(stage: DemoStage, press: OfflineAct): Promise<void> {
  await cut(stage, { press, says: en.problems.offline, after: press })
}

const find = ({ app }: DemoStage, name: string | RegExp): Locator =>
  app.getByRole('button', { name }).first()
const tap =
  (name: string | RegExp): OfflineAct =>
  (stage) =>
    find(stage, name).click()
const see =
  (name: string | RegExp): OfflineAct =>
  (stage) =>
    find(stage, name).waitFor()
const read =
  (text: string): OfflineAct =>
  ({ app }) =>
    app.getByText(text).first().waitFor()
const tapMain: OfflineAct = (stage) => stage.pressMain()
const tapWallets: OfflineAct = ({ messenger }) =>
  messenger.getByTestId('messenger-secondary-button').click()
const tapConnect: OfflineAct = ({ app }) => app.locator('[data-intent=connect]').click()

/** The wallet opens by itself as long as the browser treats the tap as fresh, and with another tap afterwards. */
async function openWallet({ app, wallet }: DemoStage): Promise<void> {
  const request = wallet.getByTestId('approve')
  const next = app.getByText(en.connect.openWallet, { exact: true })
  await seeEither(request, next)
  if ((await request.count()) === 0) await next.click()
  await request.waitFor()
}

/** A connected wallet shows what it has to sign by itself, unless it has closed meanwhile: then the app offers it again. */
async function askToSign(stage: DemoStage, testId: 'text' | 'typed-data'): Promise<void> {
  const request = stage.wallet.getByTestId(testId)
  const isAsked = async () => {
    if ((await request.count()) > 0) return true
    // The wallet may open over it at any moment.
    await find(stage, signingEn.press)
      .click({ timeout: TAP_TIMEOUT_MS })
      .catch(() => {})
    return false
  }
  await expect.poll(isAsked, { timeout: TIMEOUT_MS }).toBe(true)
}

async function seeEither(one: Locator, other: Locator): Promise<void> {
  const count = async () => (await one.count()) + (await other.count())
  await expect.poll(count, { timeout: TIMEOUT_MS }).toBeGreaterThan(0)
}

const seeWalletGone: OfflineAct = ({ wallet }) => wallet.owner().waitFor({ state: 'detached' })

async function chooseOffline(stage: DemoStage, name: string): Promise<void> {
  await startAndOpen(stage)
  await seeMember(stage)
  await cut(stage, { press: tapConnect, after: see(name) })
  await cut(stage, { press: tap(name), says: en.problems.offline, after: openWallet })
  await cutWaiting(stage)
}

/** Looks at a wallet whose page is opened without a network. */
async function openWalletPage(stage: DemoStage): Promise<void> {
  await cut(stage, { press: tap(/…/u), after: read(sharingEn.shareCard) })
  await read(en.wallet.unlink)(stage)
}

async function linkTon(stage: DemoStage): Promise<void> {
  await chooseOffline(stage, en.connect.walletInTelegram('Wallet'))
  await approve(stage.wallet)
  await seeLinked(stage)
  await cut(stage, { press: tapWallets, after: seeHome })
  await openWalletPage(stage)
}

async function linkEvm(stage: DemoStage): Promise<void> {
  await chooseOffline(stage, 'MetaMask')
  await approveConnection(stage.wallet)
  await seeSigning(stage)
  await cutWaiting(stage)
  await askToSign(stage, 'text')
  await approveText(stage.wallet)
  await seeLinked(stage)
  await goHome(stage)
  await openWalletPage(stage)
}

/** From START to the link that a wallet on another device takes. */
async function copyLinkOnComputer(stage: DemoStage, wallet: string): Promise<string> {
  await stage.setPlatform('tdesktop')
  await startAndOpen(stage)
  await tapConnect(stage)
  await tap(wallet)(stage)
  return copyLink(stage)
}

async function answerTonElsewhere(stage: DemoStage): Promise<void> {
  const link = await copyLinkOnComputer(stage, 'Demo Wallet')
  const wallet = await openTonWalletElsewhere(stage, link)
  await cutWaiting(stage, () => approve(wallet))
  await seeLinked(stage)
}

async function answerEvmElsewhere(stage: DemoStage): Promise<void> {
  const wallet = await openWalletElsewhere(stage, await copyLinkOnComputer(stage, 'MetaMask'))
  await cutWaiting(stage, () => approveConnection(wallet))
  await wallet.getByTestId('text').waitFor()
  await cutWaiting(stage, () => approveText(wallet))
  await seeLinked(stage)
}

async function nameAccount(stage: DemoStage): Promise<void> {
  await startAndOpen(stage)
  await linkWallet(stage)
  await seeWalletGone(stage)
  await cutWaiting(stage, signStronger)
  await stage.messenger.getByTestId('wallet-close').click()
  await tap(en.attempt.reopen)(stage)
  await approve(stage.wallet)
  await seeHow(stage, en.wallet.bindings.text.name)
}

async function cosign(stage: DemoStage): Promise<void> {
  const { wallet } = stage
  await startAndOpen(stage)
  await linkEvmWallet(stage, { account: 'owner1' })
  await seeWalletGone(stage)
  await cut(stage, { press: tap(multisigEn.signsFor(1)), after: read(multisigEn.rule) })
  await cutTap(stage, tapMain)
  const link = await readCosigningLink(stage)
  await see(sharingEn.send)(stage)
  await cutTap(stage, tap(sharingEn.send))
  await stage.messenger.getByTestId('chat-picker').waitFor()
  await stage.pickChat(directChat(stage, ADA, ILYA))
  await see(SIGN_CONNECTED)(stage)
  await cutTap(stage, tap(SIGN_CONNECTED))
  await cutWaiting(stage)
  await askToSign(stage, 'typed-data')
  await approveSafeMessage(wallet)
  await read(multisigEn.cosign.signatureCounts)(stage)

  await openLinkAs(stage, ILYA, link)
  await read(multisigEn.cosign.asksSignature('Ada'))(stage)
  await cut(stage, { press: tapMain, after: see('MetaMask') })
  await cut(stage, { press: tap('MetaMask'), says: en.problems.offline, after: openWallet })
  await approveConnection(wallet, { account: 'owner2' })
  await askToSign(stage, 'typed-data')
  await cutWaiting(stage)
  await approveSafeMessage(wallet)
  await stage.app.locator('.hero').getByText(multisigEn.cosign.complete).waitFor()
}

async function answerRequest(stage: DemoStage): Promise<void> {
  const { app } = stage
  await stage.startBot()
  await stage.openChat(GROUP.id)
  await stage.sendText('/connect')
  await pressLatest(stage)
  const asks = app.getByRole('heading', { name: requestEn.asks.member('Ada') })
  await asks.waitFor()
  await cut(stage, { press: tapMain, after: see(en.connect.walletInTelegram('Wallet')) })
  await cut(stage, {
    press: tap(en.connect.walletInTelegram('Wallet')),
    says: en.problems.offline,
    after: openWallet,
  })
  await cutWaiting(stage)
  await approve(stage.wallet)
  await app.getByRole('heading', { name: requestEn.answered }).waitFor()
  await cutTap(stage, async () => {
    await tap(requestEn.takeBack)(stage)
    await answerDialog(stage, requestEn.takeBackAsk.confirm)
  })
  await asks.waitFor()
  await cutTap(stage, tapMain)
  await app.getByRole('heading', { name: requestEn.answered }).waitFor()
}

/** The page checks a proof ahead while it is idle; a tap that comes before needs the network. */
async function tapCheck(stage: DemoStage): Promise<void> {
  const { app } = stage
  await tap(sharingEn.proof.check)(stage)
  await seeEither(app.getByText(sharingEn.proof.holds), app.getByText(en.problems.offline))
}

async function seeChecked(stage: DemoStage): Promise<void> {
  const isChecked = (await stage.app.getByText(sharingEn.proof.holds).count()) > 0
  if (!isChecked) await tap(sharingEn.proof.check)(stage)
  await read(sharingEn.proof.holds)(stage)
}

async function showCard(stage: DemoStage): Promise<void> {
  const { app, messenger } = stage
  await startAndOpen(stage)
  await linkWallet(stage, { account: 'v4r2' })
  await goHome(stage)
  await openWalletPage(stage)
  await openProof(stage)
  await cutTap(stage, takeProof)
  await takeFile(stage)
  await stage.pressBack()
  await see(sharingEn.shareCard)(stage)
  await cutTap(stage, tap(sharingEn.shareCard))
  const shown = app.getByRole('switch', { name: sharingEn.proof.show })
  await shown.waitFor()
  await cutTap(stage, () => shown.click())
  await expect.poll(() => shown.isChecked()).toBe(true)
  await cutTap(stage, tap(sharingEn.send))
  await messenger.getByTestId('chat-picker').waitFor()
  const chat = directChat(stage, ADA, ILYA)
  await stage.pickChat(chat)
  await stage.closeMiniApp()

  await stage.switchAccount(ILYA)
  await stage.setLanguage('en')
  await stage.openChat(chat)
  await pressLatest(stage)
  await see(sharingEn.proof.check)(stage)
  await cut(stage, { press: tapCheck, after: seeChecked })
}

test.for([
  ['to a linked TON wallet', linkTon],
  ['to a linked EVM wallet', linkEvm],
  ['to a TON wallet of another device, which answers meanwhile', answerTonElsewhere],
  ['to an EVM wallet of another device, which answers meanwhile', answerEvmElsewhere],
  ['to a message that names the account', nameAccount],
  ['to a multisig that two owners sign for', cosign],
  ['to the answer to a request', answerRequest],
  ['of a card and a proof to their receiver', showCard],
] as const)(
  'at each step of the way %s the app names a lost network, and nothing is missing once it is back',
  { timeout: 120_000 },
  async ([, go], { stage }) => {
    stage.errors.expect(NO_NETWORK)
    await go(stage)
  },
)

test('a part that does not arrive although the device believes to be online loads with the next tap, on the same page', async ({
  stage,
}) => {
  stage.errors.expect(/ERR_FAILED|failed:/)
  await stage.context.route(CONNECTING_PART, (route) => route.abort())
  await startAndOpen(stage)
  await seeMember(stage)
  const page = stage.app.locator('html')
  await page.evaluate((element) => element.setAttribute('data-same-page', ''))
  await tapConnect(stage)
  await tap('MetaMask')(stage)
  await stage.app.getByText(en.problems['wallet-library-unavailable']).first().waitFor()
  await stage.context.unroute(CONNECTING_PART)
  await tap('MetaMask')(stage)
  await openWallet(stage)
  expect(await page.getAttribute('data-same-page')).toBe('')
})
