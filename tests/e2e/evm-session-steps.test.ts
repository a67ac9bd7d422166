import { expect } from 'vitest'
import { en, evmEn } from '#tests/support/messages.ts'
import {
  addressIn,
  approveConnection,
  approveText,
  askEvmWallet,
  chooseEvmWallet,
  getListCopyLink,
  openAllEvmWallets,
  openChoice,
  openWalletElsewhere,
  seeSigning,
} from '#tests/support/e2e-evm.ts'
import { cutExplorer, NO_EXPLORER } from '#tests/support/e2e-explorer.ts'
import { seeLinked, startAndOpen } from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'
import { closeWallet } from '#tests/support/walk-verbs.ts'
import { shortAddress } from '#demo/evm/wallet/accounts.ts'

test('a member whose wallet shares several accounts chooses one with one tap more, also after a reload', async ({
  stage,
}) => {
  const { app, wallet } = stage
  await stage.startBot()
  await stage.openFromMessage()
  await chooseEvmWallet(stage)
  await approveConnection(wallet, { behaviour: 'every-account' })
  await app.getByRole('heading', { name: evmEn.account.title }).waitFor()
  await stage.reloadPage()
  await app.getByRole('heading', { name: evmEn.account.title }).waitFor()
  await closeWallet(stage)

  const account = app.getByRole('button', { name: /^0x/ }).nth(1)
  const name = await account.innerText()
  await account.click()
  await app.getByRole('button', { name: en.attempt.reopen }).click()
  const text = await wallet.getByTestId('text').innerText()
  expect(shortAddress(addressIn(text))).toBe(name.trim())
  await approveText(wallet)
  await seeLinked(stage)
})

test('a member who connects through the list of all wallets chooses the account on the attempt’s screen', async ({
  stage,
}) => {
  const { app } = stage
  stage.errors.expect(NO_EXPLORER)
  await cutExplorer(stage.context)
  await startAndOpen(stage)
  await openChoice(stage)
  const card = await openAllEvmWallets(stage)
  const wallet = await openWalletElsewhere(stage, await getListCopyLink(stage))
  await approveConnection(wallet, { behaviour: 'every-account' })
  await app.getByRole('heading', { name: evmEn.account.title }).waitFor()
  await card.waitFor({ state: 'hidden' })
  await app.getByRole('button', { name: /^0x/ }).first().click()
  await seeSigning(stage)
})

test('a member whose wallet is on another chain switches it there, and the same attempt goes on without another tap in the app', async ({
  stage,
}) => {
  const { app, wallet } = stage
  await startAndOpen(stage)
  await askEvmWallet(stage)
  await approveConnection(wallet, { behaviour: 'other-chain' })
  await wallet.getByTestId('status-done').waitFor()
  await closeWallet(stage)
  const name = 'Demo EVM Wallet'
  const hint = evmEn.switchChain({ wallet: name, chains: 'Ethereum or Base' })
  await app.getByRole('paragraph').filter({ hasText: hint }).waitFor()

  await app.getByRole('button', { name: en.attempt.open(name) }).click()
  await wallet.getByTestId('chain').selectOption('8453')
  await wallet.getByTestId('text').waitFor()
  await approveText(wallet)
  await seeLinked(stage)
})
