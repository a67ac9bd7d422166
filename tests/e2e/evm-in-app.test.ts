import { expect } from 'vitest'
import { ADA } from '#demo/telegram/people.ts'
import { en, evmEn } from '#tests/support/messages.ts'
import { type DemoStage } from '#tests/support/demo-stage.ts'
import {
  addressIn,
  approveConnection,
  approveText,
  askEvmWallet,
  copyEvmLink,
  type EvmWalletPage,
  getHolders,
  linkEvmWallet,
  openChoice,
  openWalletElsewhere,
  seeSigning,
  shownText,
} from '#tests/support/e2e-evm.ts'
import { goHome, seeHow, seeLinked, startAndOpen } from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'

test.for(['ios', 'android'] as const)(
  'on %s a tap opens the wallet, which shows the text of our page and signs it; chat, API and Home agree',
  async (platform, { stage }) => {
    await stage.setPlatform(platform)
    await startAndOpen(stage)
    await askEvmWallet(stage)
    await expectLinked(stage, stage.wallet)
  },
)

test.for(['tdesktop', 'weba'] as const)(
  'on %s the copied link connects a wallet elsewhere, which shows the text of our page and signs it',
  async (platform, { stage }) => {
    await stage.setPlatform(platform)
    await startAndOpen(stage)
    const link = await copyEvmLink(stage)
    expect(link).toMatch(/^wc:[\da-f]{64}@2\?/)
    const wallet = await openWalletElsewhere(stage, link)
    await expectLinked(stage, wallet)
  },
)

test('on a computer a wallet that is a web page opens in a tab with the request', async ({
  stage,
}) => {
  const { app, context } = stage
  await stage.setPlatform('tdesktop')
  await startAndOpen(stage)
  await openChoice(stage)
  const opened = context.waitForEvent('page')
  await app.getByRole('button', { name: 'Safe{Wallet}' }).click()
  const wallet = await opened
  await expectLinked(stage, wallet)
})

/** Connects, reads the text on both sides, signs it, and checks everything that reports it. */
async function expectLinked(stage: DemoStage, wallet: EvmWalletPage): Promise<void> {
  const { app } = stage
  await approveConnection(wallet)
  await seeSigning(stage)
  const text = await shownText(stage)
  expect(text).toContain(`Link this wallet to the Telegram account @ada_fisher (id ${ADA})`)
  expect(text).toContain(`tg://user?id=${ADA}`)
  await wallet.getByTestId('text').waitFor()
  expect(await wallet.getByTestId('text').innerText()).toBe(text)
  await approveText(wallet)
  await seeLinked(stage)
  await seeHow(stage, en.wallet.levels.key.name)
  await seeHow(stage, en.wallet.bindings.text.name)

  const address = addressIn(text)
  const receipt = await stage.botMessage(ADA, 'is now linked to your account')
  const short = `${address.slice(0, 6)}…${address.slice(-4)}`
  expect(receipt.text).toContain(short)
  expect(receipt.text).toContain('a message that names your Telegram account')
  const holders = await getHolders(stage, address)
  expect(holders).toMatchObject([
    {
      address,
      chainId: null,
      kind: 'eoa',
      level: 'key',
      binding: 'text',
      user: { telegramId: String(ADA) },
    },
  ])
  await goHome(stage)
  await app.getByRole('button', { name: short }).waitFor()
}

test('a member who declines, first the connection and then the text, reads that nothing was linked, and the next action leads to a new try that works', async ({
  stage,
}) => {
  const { wallet } = stage
  await startAndOpen(stage)
  await askEvmWallet(stage)
  await wallet.getByTestId('reject').click()
  await tryAgain(stage, 'MetaMask')

  await approveConnection(wallet)
  const address = addressIn(await wallet.getByTestId('text').innerText())
  await wallet.getByTestId('reject').click()
  await tryAgain(stage, 'Demo EVM Wallet')
  expect(await getHolders(stage, address)).toEqual([])

  await approveConnection(wallet)
  await approveText(wallet)
  await seeLinked(stage)
})

/** From a refusal to the next request to connect, in the wallet that the button names, without the list of wallets. */
async function tryAgain({ app, messenger, wallet }: DemoStage, name: string): Promise<void> {
  await app.getByRole('heading', { name: en.attempt.failed }).waitFor()
  await app.getByText(en.problems['wallet-rejected']).first().waitFor()
  await app.getByRole('button', { name: en.attempt.anotherWallet }).waitFor()
  await messenger.getByTestId('wallet').waitFor({ state: 'detached' })
  await app.getByRole('button', { name: new RegExp(`^Try again with \\W?${name}`, 'u') }).click()
  await wallet.getByTestId('request').waitFor()
}

test('a Safe is recognised, and linked on its one chain because its contract accepts the signature', async ({
  stage,
}) => {
  const { app } = stage
  await startAndOpen(stage)
  await linkEvmWallet(stage, { account: 'safe' })
  await seeHow(stage, en.wallet.levels.account.name)
  const receipt = await stage.botMessage(ADA, 'is now linked to your account')
  expect(receipt.text).toContain('the Safe on Ethereum itself accepted a one-time message')
  await goHome(stage)

  await app.getByRole('button', { name: en.wallet.levels.account.name }).click()
  await app.getByText('Safe 1 of 1').first().waitFor()
  await app.getByText('Ethereum', { exact: true }).waitFor()
  await app.getByText(evmEn.contractNote).waitFor()
  const address = (await app.locator('.address-chunks').innerText()).replaceAll(/\s/g, '')
  expect(await getHolders(stage, address)).toMatchObject([
    { chainId: 1, kind: 'safe', level: 'account', binding: 'hash', multisig: { threshold: 1 } },
  ])
})
