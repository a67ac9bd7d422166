import type { FrameLocator, Page } from 'playwright-core'
import { en, multisigEn } from '#tests/support/messages.ts'
import type { EvmAccountKind } from '#demo/evm/wallet/accounts.ts'
import type { SignBehaviour } from '#demo/evm/wallet/behaviour.ts'
import type { TonAccountKind } from '#demo/ton/wallet/accounts.ts'
import type { DemoStage } from './demo-stage.ts'
import { approveConnection, chooseEvmWallet } from './e2e-evm.ts'
import { approve } from './e2e-link.ts'
import { until } from './until.ts'

/** The EVM half of a stage's world. */
export function getEvm({ demo }: Pick<DemoStage, 'demo'>) {
  if (demo.evm === null) throw new Error('this demo has no EVM chain')
  return demo.evm
}

/** From a newly linked wallet to the only multisig that it signs for. */
export async function openMultisig({ app }: Pick<DemoStage, 'app'>): Promise<void> {
  const line = app.getByRole('button', { name: multisigEn.signsFor(1) })
  // By the keyboard: on the walk the demo's frame once kept its height behind Telegram's two buttons, which then took the click.
  await line.press('Enter')
  await app.getByText(multisigEn.rule).first().waitFor()
  await app.getByText(en.wallet.levels.signer.name, { exact: true }).first().waitFor()
}

/** From a multisig to the page of its new cosigning. Returns the link for owners. */
export async function startCollecting(stage: DemoStage): Promise<string> {
  await stage.pressMain()
  return readCosigningLink(stage)
}

/** The link for owners, once the page of a new cosigning is shown. */
export async function readCosigningLink({ app, demo }: DemoStage): Promise<string> {
  const { signatures, agreements } = multisigEn.cosign.waiting
  await app.getByText(signatures).or(app.getByText(agreements)).first().waitFor()
  const address = await app.locator('body').evaluate(() => globalThis.location.href)
  const code = /m1_[\w-]{22}/.exec(address)?.[0]
  if (code === undefined) throw new Error(`no code of a collection in ${address}`)
  return `https://t.me/${demo.world.botUsername}?startapp=${code}`
}

/** Opens a link in the Telegram of another person, who reads English. */
export async function openLinkAs(stage: DemoStage, accountId: number, link: string): Promise<void> {
  await stage.closeMiniApp()
  await stage.switchAccount(accountId)
  await stage.setLanguage('en')
  await stage.openLink(link)
}

/** From the page of a cosigning to a connected wallet that can sign the Safe's message. */
export async function connectOwner(stage: DemoStage, account: EvmAccountKind): Promise<void> {
  await stage.pressMain()
  await chooseEvmWallet(stage)
  await approveConnection(stage.wallet, { account })
}

/** From the page of a cosigning to the wallet's answer for a Safe, as one of its owners. */
export async function signAsOwner(
  stage: DemoStage,
  account: EvmAccountKind,
  behaviour?: SignBehaviour,
): Promise<void> {
  await connectOwner(stage, account)
  await seeSameHash(stage)
  await approveSafeMessage(stage.wallet, behaviour)
}

/** What the page calls the demo wallet's signature when it is connected already. */
export const SIGN_CONNECTED = multisigEn.cosign.signWith('Demo EVM Wallet')

/** From the page of a cosigning to the request in the owner's wallet, which is connected already. */
export async function askConnectedOwner({ app, wallet }: DemoStage): Promise<void> {
  await app.getByRole('button', { name: SIGN_CONNECTED }).click()
  await wallet.getByTestId('message-hash').waitFor()
}

/** The same, to that wallet's answer. */
export async function signConnected(stage: DemoStage): Promise<void> {
  await askConnectedOwner(stage)
  await seeSameHash(stage)
  await approveSafeMessage(stage.wallet)
}

/** Checks that the wallet shows the hash that the page has derived from the text. */
async function seeSameHash({ app, wallet }: Pick<DemoStage, 'app' | 'wallet'>): Promise<void> {
  const hash = await wallet.getByTestId('message-hash').innerText()
  await until(async () => {
    const page = await app.locator('body').innerText()
    if (!page.replaceAll(/\s/g, '').includes(hash))
      throw new Error(`the page does not show ${hash}`)
  })
}

/** Approves the Safe's message that the wallet shows. */
export async function approveSafeMessage(
  wallet: FrameLocator | Page,
  behaviour?: SignBehaviour,
): Promise<void> {
  await wallet.getByTestId('typed-data').waitFor()
  if (behaviour !== undefined) await wallet.getByTestId('behaviour').selectOption(behaviour)
  await wallet.getByTestId('approve').click()
}

/** Approves the text that the wallet shows as the treasury. The owners sign one after another. */
export async function approveAsTreasury(
  wallet: FrameLocator | Page,
  behaviour?: SignBehaviour,
): Promise<void> {
  await wallet.getByTestId('text').waitFor()
  if (behaviour !== undefined) await wallet.getByTestId('behaviour').selectOption(behaviour)
  await wallet.getByTestId('approve').click()
  await wallet.getByTestId('sign-next').click()
}

/** From the page of a cosigning to the wallet's answer for a TON multisig, as one of its signers. */
export async function agreeAsSigner(stage: DemoStage, account: TonAccountKind): Promise<void> {
  const { app, wallet } = stage
  await stage.pressMain()
  await app.getByRole('button', { name: en.connect.walletInTelegram('Wallet') }).click()
  await wallet.getByTestId('approve').waitFor()
  await approve(wallet, { account })
}
