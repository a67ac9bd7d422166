import { expect, test } from 'vitest'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { unbrokenAddress } from '#client/screens/account/unbroken-address.ts'
import type { DeviceWallet, WalletApp } from '#client/wallets/wallet-connector.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { openMemberApp } from '#tests/support/open-member-app.tsx'
import { sampleWallet } from '#tests/support/store-samples.ts'
import { until } from '#tests/support/until.ts'

const TONKEEPER = { appName: 'tonkeeper', name: 'Tonkeeper' }
const METAMASK = { appName: 'metamask', name: 'MetaMask' }
const TON = sampleWallet()

function connectedTon({ network, address } = TON, walletApp: WalletApp = TONKEEPER): DeviceWallet {
  return { status: 'connected', network, address, walletApp }
}

type Families = readonly ['ton' | 'evm', ...('ton' | 'evm')[]]

/** A request for wallets of these families, on a device with these connections. */
async function openRequest(
  families: Families,
  device: { ton?: DeviceWallet; evm?: DeviceWallet } = {},
) {
  const server = await startAppServer({ evm: 'in-app' })
  const code = await (await server.operate()).makeRequest({ families: [...families] })
  const wallets = createFakeWalletConnector(device.ton && { deviceWallet: device.ton })
  const evm = createFakeWalletConnector(device.evm && { deviceWallet: device.evm })
  const route = { screen: 'request', code } as const
  return { server, code, evm, app: openMemberApp(server, { wallets, evm, route }) }
}

test('a request offers a connected wallet by its app and address, opens it in one tap, and is answered with it', async () => {
  const { server, code, app } = await openRequest(['ton'], { ton: connectedTon() })
  await app.sees(`Verify with Tonkeeper${unbrokenAddress(TON)}`)
  expect(app.telegram.mainButton()).toBeNull()
  app.press('Verify with Tonkeeper')
  await app.sees('Approve in Tonkeeper')
  expect(app.wallets.calls).toEqual(['prepare', 'connect ton:tonkeeper'])
  expect(server.sentTo(createAttempt)).toMatchObject([{ body: { requestCode: code } }])
  app.wallets.answer(server.proveTon(app.wallets.prepared[0]))
  await app.sees('Your answer')
  expect(app.router.route.get()).toEqual({ screen: 'request', code })
})

test('another wallet can still be chosen for the request', async () => {
  const { code, app } = await openRequest(['ton'], { ton: connectedTon() })
  await app.tap('Connect another wallet')
  expect(app.router.route.get()).toEqual({ screen: 'connect', purpose: code })
})

test('two quick taps make one attempt', async () => {
  const { server, app } = await openRequest(['ton'], { ton: connectedTon() })
  await app.sees('Verify with Tonkeeper')
  app.press('Verify with Tonkeeper')
  app.press('Verify with Tonkeeper')
  await app.sees('Approve in Tonkeeper')
  expect(server.sentTo(createAttempt)).toHaveLength(1)
})

test('a request that has closed meanwhile says so at the button, and opens no wallet', async () => {
  const { server, app } = await openRequest(['ton'], { ton: connectedTon() })
  await app.sees('Verify with Tonkeeper')
  server.refuse(createAttempt, 'request-closed')
  app.press('Verify with Tonkeeper')
  await until(() => expect(server.sentTo(createAttempt)).toHaveLength(1))
  await app.sees('closed')
  expect(app.wallets.calls).toEqual([])
})

test('an EVM account that is connected is wanted again', async () => {
  const server = await startAppServer({ evm: 'in-app' })
  const { address } = server.evmWallet().account
  const evm = { status: 'connected', network: 'eip155:1', address, walletApp: METAMASK } as const
  const opened = await openRequest(['evm'], { evm })
  await opened.app.tap('Verify with MetaMask')
  await opened.app.sees('Approve in MetaMask')
  expect(opened.evm.prepared).toMatchObject([{ wanted: [address] }])
})

test.each<[string, Families, DeviceWallet]>([
  ['of another family', ['evm'], connectedTon()],
  [
    'in an app that we cannot open',
    ['ton'],
    connectedTon(TON, { appName: '', name: 'Nestwallet' }),
  ],
  ['that has shared no valid address', ['ton'], connectedTon(sampleWallet({ address: 'UQ' }))],
])('a connected wallet %s leaves only the choice of a wallet', async (_, families, ton) => {
  const { app } = await openRequest(families, { ton })
  await app.seesMain('Connect wallet')
  expect(app.text()).not.toContain('Verify with')
})

test('a connected wallet that is linked answers without being verified again', async () => {
  const server = await startAppServer()
  const wallet = await (await server.visit()).linkTon()
  const code = await (await server.operate()).makeRequest()
  const deviceWallet = connectedTon({ ...TON, address: wallet.address })
  const wallets = createFakeWalletConnector({ deviceWallet })
  const app = openMemberApp(server, { wallets, route: { screen: 'request', code } })
  await app.seesMain(`Answer with ${unbrokenAddress(wallet)}`)
  expect(app.text()).not.toContain('Verify with')
})
