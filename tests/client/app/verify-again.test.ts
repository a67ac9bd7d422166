import { expect, test } from 'vitest'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { unlinkWallet } from '#shared/api/unlink-wallet.ts'
import type { EvmPolicy } from '#shared/boot.ts'
import { TON_ATTEMPT_TTL_MS } from '#shared/limits.ts'
import type { Wallet } from '#shared/wallet.ts'
import { unbrokenAddress } from '#client/screens/account/unbroken-address.ts'
import type { WalletApp } from '#client/wallets/wallet-connector.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { ADA } from '#tests/support/people.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { createMemoryStorage, type MemoryStorage } from '#tests/support/memory-storage.ts'
import { en } from '#tests/support/messages.ts'
import { openMemberApp } from '#tests/support/open-member-app.tsx'
import { until } from '#tests/support/until.ts'

const TONKEEPER = { appName: 'tonkeeper', name: 'Tonkeeper' }
const METAMASK = { appName: 'metamask', name: 'MetaMask' }

/** A device on which this app has proved the wallet. */
function createProvingDevice(walletId: string, app: WalletApp): MemoryStorage {
  const device = createMemoryStorage()
  device.setItem(`clasp/${ADA.id}/provers`, JSON.stringify([{ walletId, app }]))
  return device
}

function openPage(server: AppServer, wallet: Wallet, device?: MemoryStorage) {
  const evm = server.boot.evm === null ? null : createFakeWalletConnector()
  const route = { screen: 'wallet', id: wallet.id } as const
  const app = openMemberApp(server, { evm, route, ...(device && { device }) })
  return { app, evm: evm ?? expect.fail('EVM wallets are off') }
}

/** The page of a TON wallet that this app has proved on this device. */
async function openTonPage(app: WalletApp = TONKEEPER) {
  const server = await startAppServer({ evm: 'in-app' })
  const wallet = await (await server.visit()).linkTon()
  const device = createProvingDevice(wallet.id, app)
  return { server, wallet, device, app: openPage(server, wallet, device).app }
}

/** The page of an EVM wallet that this app has proved on this device. */
async function openEvmPage(policy: EvmPolicy = 'in-app', prover: WalletApp = METAMASK) {
  const server = await startAppServer({ evm: policy })
  const wallet = await (await server.visit()).linkEvm()
  return { server, wallet, ...openPage(server, wallet, createProvingDevice(wallet.id, prover)) }
}

const proves = (server: AppServer, app: ReturnType<typeof openMemberApp>, seed?: number) =>
  app.wallets.answer(server.proveTon(app.wallets.prepared[0], seed))

test('the app that linked a wallet is offered by its name, opens in that tap, and proves the wallet again', async () => {
  const server = await startAppServer()
  const device = createMemoryStorage()
  const app = openMemberApp(server, { device, route: { screen: 'connect' } })
  await app.tap('Wallet in Telegram')
  await app.sees('Approve in Wallet')
  proves(server, app)
  await app.sees('Wallet linked')
  const [wallet] = await until(async () => {
    const state = app.services.member.get()
    return state.status === 'known' && state.me.wallets[0] ? state.me.wallets : expect.fail()
  })
  const again = openMemberApp(server, { device, route: { screen: 'wallet', id: wallet?.id ?? '' } })
  await again.tap('Verify again with Wallet')
  await again.sees('Approve in Wallet')
  expect(again.wallets.calls).toEqual(['prepare', 'connect telegram-wallet'])
  server.server.clock.now += 60_000
  proves(server, again)
  await again.sees('Wallet linked')
  expect(again.text()).not.toContain('which you wanted to verify')
})

test('a TON wallet from the list of all opens without the list', async () => {
  const { app } = await openTonPage()
  await app.tap('Verify again with Tonkeeper')
  await app.sees('Approve in Tonkeeper')
  expect(app.wallets.calls).toEqual(['prepare', 'connect ton:tonkeeper'])
})

test('two quick taps make one attempt and open the wallet once', async () => {
  const { server, app } = await openTonPage()
  await app.sees('Verify again with Tonkeeper')
  app.press('Verify again with Tonkeeper')
  app.press('Verify again with Tonkeeper')
  await app.sees('Approve in Tonkeeper')
  expect(server.sentTo(createAttempt)).toHaveLength(1)
  expect(app.wallets.calls).toEqual(['prepare', 'connect ton:tonkeeper'])
})

test('an attempt that the server refuses says why beside the button, and can be tried again', async () => {
  const { server, app } = await openTonPage()
  server.refuse(createAttempt, 'too-many-attempts')
  await app.tap('Verify again with Tonkeeper')
  await app.sees(en.problems['too-many-attempts'])
  expect(app.router.route.get().screen).toBe('wallet')
})

test('an attempt to verify again that expires offers the same app for the next one', async () => {
  const { server, app } = await openTonPage()
  await app.tap('Verify again with Tonkeeper')
  await app.sees('Approve in Tonkeeper')
  server.server.clock.now += TON_ATTEMPT_TTL_MS
  await app.tap('Try again with Tonkeeper')
  await app.sees('Approve in Tonkeeper')
  expect(server.sentTo(createAttempt)).toHaveLength(2)
})

test('another wallet is chosen among those of the family, and the choice names the address', async () => {
  const { app, wallet } = await openTonPage()
  await app.tap('With another wallet')
  await app.sees(en.connect.again(unbrokenAddress(wallet)))
  await app.sees('Wallet in Telegram')
  expect(app.text()).not.toContain('MetaMask')
  app.telegram.pressBack()
  expect(app.router.route.get()).toEqual({ screen: 'wallet', id: wallet.id })
})

test.each([
  ['by no app of this device', undefined],
  ['by an app that is not listed', { appName: '', name: 'Nestwallet' }],
])('a wallet that was proved %s leads to the choice of the family', async (_, prover) => {
  const server = await startAppServer({ evm: 'in-app' })
  const wallet = await (await server.visit()).linkTon()
  const device = prover && createProvingDevice(wallet.id, prover)
  const { app } = openPage(server, wallet, device)
  await app.tap('Verify again')
  await app.sees(en.connect.again(unbrokenAddress(wallet)))
  expect(app.text()).not.toContain('Verify again with')
  expect(app.text()).not.toContain('MetaMask')
})

test('a wallet that is connected on this device is offered by its app', async () => {
  const server = await startAppServer()
  const wallet = await (await server.visit()).linkTon()
  const { address, network } = wallet
  const deviceWallet = { status: 'connected', network, address, walletApp: TONKEEPER } as const
  const wallets = createFakeWalletConnector({ deviceWallet })
  const app = openMemberApp(server, { wallets, route: { screen: 'wallet', id: wallet.id } })
  await app.sees('Verify again with Tonkeeper')
})

test('another TON account than the one that was to be verified again is said on the receipt', async () => {
  const { server, app, wallet } = await openTonPage()
  await app.tap('Verify again with Tonkeeper')
  await app.sees('Approve in Tonkeeper')
  proves(server, app, 2)
  await app.sees('Wallet linked')
  await app.sees(en.attempt.otherAccount(unbrokenAddress(wallet)))
})

test('an EVM wallet opens for the account that is to be verified again', async () => {
  const { server, app, evm, wallet } = await openEvmPage()
  await app.tap('Verify again with MetaMask')
  await app.sees('Approve in MetaMask')
  expect(evm.prepared).toMatchObject([{ wanted: [wallet.address] }])
  const signer = server.evmWallet()
  evm.answer(signer.connected)
  await until(() => expect(evm.asked).toHaveLength(1))
  expect(app.text()).not.toContain('which you wanted to verify')
})

test('another EVM account is said before it has signed', async () => {
  const { server, app, evm, wallet } = await openEvmPage()
  await app.tap('Verify again with MetaMask')
  await app.sees('Approve in MetaMask')
  evm.answer(server.evmWallet(2).connected)
  await app.sees(en.attempt.otherAccount(unbrokenAddress(wallet)))
})

test('the account is wanted again after a refusal, and by no later choice', async () => {
  const { app, evm, wallet } = await openEvmPage()
  await app.tap('Verify again with MetaMask')
  await app.sees('Approve in MetaMask')
  evm.answer({ kind: 'failure', code: 'wallet-rejected' })
  await app.tap('Try again with MetaMask')
  await until(() => expect(evm.prepared).toHaveLength(2))
  expect(evm.prepared[1]).toMatchObject({ wanted: [wallet.address] })
  await app.sees('Approve in MetaMask')
  evm.answer({ kind: 'failure', code: 'wallet-rejected' })
  await app.tap('Another wallet')
  await app.tap('MetaMask')
  await until(() => expect(evm.prepared).toHaveLength(3))
  expect(evm.prepared[2]).not.toHaveProperty('wanted')
})

test('an EVM wallet is verified again in the browser where EVM wallets connect there', async () => {
  const { app, wallet } = await openEvmPage('browser')
  await app.tap('Verify again')
  await app.sees(en.connect.again(unbrokenAddress(wallet)))
  expect(app.text()).not.toContain('Verify again with')
  expect(app.text()).not.toContain('Wallet in Telegram')
})

test('the choice for a wallet that has been unlinked meanwhile is a choice of any wallet', async () => {
  const server = await startAppServer({ evm: 'in-app' })
  const ada = await server.visit()
  const { id } = await ada.linkTon()
  await ada.api.call(unlinkWallet, { id })
  const route = { screen: 'connect', walletId: id } as const
  const app = openMemberApp(server, { evm: createFakeWalletConnector(), route })
  await app.sees('Wallet in Telegram')
  await app.sees('MetaMask')
})
