import { expect, test } from 'vitest'
import { answerRequest } from '#shared/api/answer-request.ts'
import { getMe } from '#shared/api/get-me.ts'
import { getRequest } from '#shared/api/get-request.ts'
import type { Family } from '#shared/wallet.ts'
import { EVM_WALLET, ME, ok, REQUEST, WALLET } from '#tests/support/fake-api.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { BOOT, createReadyServer, EVM_BOOT, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'

type App = ReturnType<typeof openApp>

const SHORT = '0xf39F…2266'
const sees = (app: App, words: string) => until(() => expect(app.text()).toContain(words))

/** A request for wallets of these families, to a member with one of each. */
function openRequest(families: readonly Family[], boot = EVM_BOOT, wallets = [WALLET, EVM_WALLET]) {
  const server = createReadyServer()
  const answer = { walletId: EVM_WALLET.id, answeredAt: '2026-11-20T12:00:00.000Z' }
  server.on(getMe, () => ok({ ...ME, wallets }))
  server.on(getRequest, () => ok({ ...REQUEST, families }))
  server.on(answerRequest, () => ok({ ...REQUEST, families, answer }))
  const evm = boot.evm === null ? null : createFakeWalletConnector()
  const route = { screen: 'request', code: REQUEST.code } as const
  return { app: openApp({ server, boot, evm, route }), server }
}

test('a request for TON is answered with a TON wallet only', async () => {
  const { app } = openRequest(['ton'])
  await sees(app, 'Answer with')
  expect(app.text()).toContain('TON wallet W5')
  expect(app.text()).not.toContain(SHORT)
  expect(app.text()).toContain('Kind of walletTON')
})

test('a request for EVM is answered with an EVM wallet only', async () => {
  const { app, server } = openRequest(['evm'])
  await sees(app, 'EVM wallet · By key')
  expect(app.text()).not.toContain('TON')
  await sees(app, 'Kind of walletEVM')
  app.telegram.pressMainButton()
  await sees(app, 'Your answer')
  expect(server.sentTo(answerRequest)).toMatchObject([{ body: { walletId: EVM_WALLET.id } }])
})

test('a request for both is answered with either', async () => {
  const { app } = openRequest(['ton', 'evm'])
  await sees(app, 'Kind of walletTON and EVM')
  expect(app.container.querySelectorAll('input[type=radio]')).toHaveLength(2)
})

test('a wallet of another kind leads to connecting one, not to an answer', async () => {
  const { app, server } = openRequest(['evm'], EVM_BOOT, [WALLET])
  await until(() =>
    expect(app.telegram.mainButton()).toMatchObject({ text: 'Connect wallet', enabled: true }),
  )
  app.telegram.pressMainButton()
  await sees(app, 'MetaMask')
  expect(server.sentTo(answerRequest)).toEqual([])
})

test('a request for EVM where it is off says so without the word, and an older wallet still answers', async () => {
  const without = openRequest(['evm'], BOOT, [WALLET])
  await sees(without.app, 'A wallet of this kind cannot be connected here.')
  expect(without.app.text()).not.toContain('EVM')
  expect(without.app.telegram.mainButton()).toBeNull()
  const withOne = openRequest(['evm'], BOOT)
  await sees(withOne.app, SHORT)
  expect(withOne.app.text()).not.toContain('Connect another wallet')
  expect(withOne.app.telegram.mainButton()).toMatchObject({ text: 'Answer with this wallet' })
})
