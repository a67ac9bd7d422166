import { describe, expect, test } from 'vitest'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { unlinkWallet } from '#shared/api/unlink-wallet.ts'
import type { EvmPolicy } from '#shared/boot.ts'
import type { ProvenWallet } from '#shared/proven-wallet.ts'
import { unbrokenAddress } from '#client/screens/account/unbroken-address.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { openMemberApp } from '#tests/support/open-member-app.tsx'
import {
  linkedWallet,
  sampleContract,
  sampleEvmWallet,
  sampleLink,
  sampleWallet,
} from '#tests/support/store-samples.ts'
import { until } from '#tests/support/until.ts'
import { en } from '#tests/support/messages.ts'
import { ILYA } from '#tests/support/people.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const EVM = sampleEvmWallet(ADDRESS)
const LENT = { ...EVM, kind: 'eip7702' } as const
const CONTRACT = sampleContract(8453, ADDRESS)
const TON = sampleWallet()
const SHORT = '0xf39F…2266'
const ANY_EVM_NAME = /EVM|EIP|Ethereum|Base|Contract account|etherscan/u

const findWallets = ({ boot }: AppServer) =>
  boot.evm === null ? null : createFakeWalletConnector()

/** The page of a wallet, where EVM wallets are offered or are not. */
async function openWallet(proven: ProvenWallet, evm: EvmPolicy = 'in-app') {
  const server = await startAppServer({ evm })
  const { id } = await (await server.visit()).link(proven)
  const route = { screen: 'wallet', id } as const
  return { app: openMemberApp(server, { evm: findWallets(server), route }), server }
}

describe('an EVM wallet', () => {
  test('a wallet of a key is the same on every chain, and opens in Ethereum’s explorer', async () => {
    const { app } = await openWallet(EVM)
    await app.sees('NetworkAll EVM chains')
    expect(app.text()).toContain('TypeEVM wallet')
    expect(app.text()).toContain('Signed by the wallet')
    expect(app.text()).toContain('0xf39F d6e5 1aad')
    app.press('Show in explorer')
    expect(app.telegram.opened).toEqual([`https://etherscan.io/address/${ADDRESS}`])
  })

  test('a wallet of a key that delegates says so, and does not count as a contract account', async () => {
    const { app } = await openWallet(LENT)
    await app.sees('EVM wallet with code (EIP-7702)')
    expect(app.text()).not.toContain('Contract account')
  })

  test('a wallet of a contract is described as one, with its one chain, its level and who accepted the proof', async () => {
    const { app } = await openWallet(CONTRACT)
    await app.sees('TypeContract account')
    for (const messages of [
      'NetworkBase',
      'A contract decides here whose signature counts.',
      'Accepted by the contract',
      'Accepted by the contract',
    ]) {
      expect(app.text()).toContain(messages)
    }
    app.press('Show in explorer')
    expect(app.telegram.opened).toEqual([`https://basescan.org/address/${ADDRESS}`])
  })

  test('a wallet on an unnamed chain is shown by the chain’s number, without an explorer', async () => {
    const { app } = await openWallet({ ...CONTRACT, chainId: 31_337 })
    await app.sees('NetworkChain 31337')
    expect(app.text()).not.toContain('Show in explorer')
  })

  test('a wallet that was linked before EVM was turned off is still shown, and can be unlinked', async () => {
    const { app, server } = await openWallet(CONTRACT, 'off')
    await app.sees('0xf39F d6e5 1aad')
    await app.sees('Unlink wallet')
    expect(app.text()).not.toMatch(ANY_EVM_NAME)
    expect(app.text()).not.toContain('Verify again')
    expect(app.text()).not.toContain('Show in explorer')
    app.telegram.answers.push(true)
    app.press('Unlink wallet')
    await until(() => expect(server.sentTo(unlinkWallet)).toHaveLength(1))
    expect(app.telegram.questions[0]?.message).toContain(unbrokenAddress(CONTRACT))
  })
})

test('a TON wallet has its own explorer and network', async () => {
  const { app } = await openWallet(TON)
  await app.sees('NetworkMainnet')
  app.press('Show in explorer')
  expect(app.telegram.opened[0]).toMatch(/^https:\/\/tonviewer\.com\/UQ/u)
})

test('the question before unlinking says that an account that waits for the wallet does not receive it', async () => {
  const server = await startAppServer()
  const wallet = await (await server.visit()).linkTon()
  await (await server.visit(ILYA)).proveTon()
  const app = openMemberApp(server, { route: { screen: 'wallet', id: wallet.id } })
  await app.tap('Unlink wallet')
  await until(() => expect(app.telegram.questions).toHaveLength(1))
  expect(app.telegram.questions[0]?.message).toContain(
    'Another account is waiting for this wallet. It does not receive it when you unlink.',
  )
  expect(app.telegram.questions[0]?.message.length).toBeLessThanOrEqual(256)
})

test.each(['chain', 'anchor'] as const)(
  'a wallet whose key (%s) was reported by one source only says so on its page and in the receipt',
  async (keySource) => {
    const { sentence } = en.wallet.keySources[keySource]
    expect(sentence).toMatch(/[Nn]o other server has confirmed it/u)
    const server = await startAppServer()
    const { api, userId } = await server.visit()
    const { id } = await api.call(createAttempt, { body: { family: 'ton' } })
    const proven = { ...TON, keySource, kind: 'WalletTg' } as const
    const link = sampleLink({ attemptId: id, userId }, proven)
    const wallet = linkedWallet(await server.server.store.linkWallet(link))
    const routes = [
      { screen: 'wallet', id: wallet.id },
      { screen: 'attempt', id },
    ] as const
    for (const route of routes) await openMemberApp(server, { route }).sees(sentence)
  },
)

/** Home of a member with a wallet of each kind. */
async function openHome(policy: EvmPolicy = 'in-app', evm = createFakeWalletConnector()) {
  const server = await startAppServer({ evm: policy })
  const ada = await server.visit()
  for (const proven of [TON, EVM, CONTRACT]) await ada.link(proven)
  return openMemberApp(server, { evm: server.boot.evm && evm })
}

describe('Home', () => {
  test('distinguishes wallets of keys from those of contracts', async () => {
    const app = await openHome()
    await app.sees(`${SHORT}EVM wallet · Signed by the wallet`)
    expect(app.text()).toContain(`${SHORT}Contract account · Base · Accepted by the contract`)
    expect(app.text()).toContain('TON wallet W5 · Signed by the wallet')
  })

  test('shows EVM wallets without the word EVM where it is off', async () => {
    const app = await openHome('off')
    await app.sees(`${SHORT}Accepted by the contract`)
    expect(app.text()).not.toMatch(ANY_EVM_NAME)
  })

  test('says of the wallet of each family that it is connected on this device, and disconnects it on its page', async () => {
    const evm = createFakeWalletConnector({
      deviceWallet: {
        status: 'connected',
        network: 'eip155:1',
        address: ADDRESS,
        walletApp: { appName: 'metamask', name: 'MetaMask' },
      },
    })
    const app = await openHome('in-app', evm)
    await app.sees('Connected on this device')
    app.press(SHORT)
    await app.sees('MetaMask')
    app.press('Disconnect')
    await until(() => expect(evm.calls).toContain('disconnect'))
    expect(app.wallets.calls).not.toContain('disconnect')
  })

  test('shows nothing in place of an invalid address', async () => {
    const walletApp = { appName: 'odd', name: 'Odd' }
    const evm = createFakeWalletConnector({
      deviceWallet: { status: 'connected', network: 'eip155:1', address: 'somebody', walletApp },
    })
    const app = await openHome('in-app', evm)
    await app.sees('Odd')
    expect(app.text()).not.toContain('somebody')
  })
})
