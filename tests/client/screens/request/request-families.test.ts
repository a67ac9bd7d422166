import { expect, test } from 'vitest'
import { answerRequest } from '#shared/api/answer-request.ts'
import type { EvmPolicy } from '#shared/boot.ts'
import type { Family } from '#shared/wallet.ts'
import { unbrokenAddress } from '#client/screens/account/unbroken-address.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { openMemberApp } from '#tests/support/open-member-app.tsx'
import { sampleApiKey, sampleEvmWallet, sampleRequest } from '#tests/support/store-samples.ts'
import { until } from '#tests/support/until.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SHORT = '0xf39F…2266'

type FamilyChoices = { evm?: EvmPolicy; held?: readonly Family[] }

/** A request for wallets of these families, to a member who by default holds one of each. */
async function openRequest(
  families: readonly Family[],
  { evm = 'in-app', held = ['ton', 'evm'] }: FamilyChoices = {},
) {
  const server = await startAppServer({ evm })
  const { id } = await sampleApiKey(server.server.store)
  const code = await sampleRequest(server.server.store, id, [...families])
  const ada = await server.visit()
  if (held.includes('ton')) await ada.linkTon()
  const wallet = held.includes('evm') ? await ada.link(sampleEvmWallet(ADDRESS)) : null
  const route = { screen: 'request', code } as const
  const wallets = server.boot.evm === null ? null : createFakeWalletConnector()
  return { app: openMemberApp(server, { evm: wallets, route }), server, wallet }
}

test('a request for TON is answered with a TON wallet only', async () => {
  const { app } = await openRequest(['ton'])
  await app.sees('Answer with')
  expect(app.text()).toContain('TON wallet W5')
  expect(app.text()).not.toContain(SHORT)
  expect(app.text()).toContain('Kind of walletTON')
})

test('a request for EVM is answered with an EVM wallet only', async () => {
  const { app, server, wallet } = await openRequest(['evm'])
  await app.sees('EVM wallet · Signed by the wallet')
  expect(app.text()).not.toContain('TON')
  await app.sees('Kind of walletEVM')
  app.telegram.pressMainButton()
  await app.sees('Your answer')
  expect(server.sentTo(answerRequest)).toMatchObject([{ body: { walletId: wallet?.id } }])
})

test('a request for both is answered with either', async () => {
  const { app } = await openRequest(['ton', 'evm'])
  await app.sees('Kind of walletTON and EVM')
  expect(app.container.querySelectorAll('input[type=radio]')).toHaveLength(2)
})

test('a wallet of another kind leads to connecting one, not to an answer', async () => {
  const { app, server } = await openRequest(['evm'], { held: ['ton'] })
  await until(() =>
    expect(app.telegram.mainButton()).toMatchObject({ text: 'Connect wallet', enabled: true }),
  )
  app.telegram.pressMainButton()
  await app.sees('MetaMask')
  expect(server.sentTo(answerRequest)).toEqual([])
})

test('a request for EVM where it is off says so without the word EVM, and an older wallet still answers', async () => {
  const without = await openRequest(['evm'], { evm: 'off', held: ['ton'] })
  await without.app.sees('A wallet of this kind cannot be connected here.')
  expect(without.app.text()).not.toContain('EVM')
  expect(without.app.telegram.mainButton()).toBeNull()
  const withOne = await openRequest(['evm'], { evm: 'off' })
  await withOne.app.sees(SHORT)
  expect(withOne.app.text()).not.toContain('Connect another wallet')
  expect(withOne.app.telegram.mainButton()).toMatchObject({
    text: `Answer with ${unbrokenAddress(sampleEvmWallet(ADDRESS))}`,
  })
})
