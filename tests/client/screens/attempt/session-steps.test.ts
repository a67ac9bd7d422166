import { describe, expect, test } from 'vitest'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { fixAccount } from '#shared/api/fix-account.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import { EVM_ATTEMPT_TTL_MS } from '#shared/limits.ts'
import type { SessionStep } from '#client/wallets/wallet-connector.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createFakeWalletConnector, METAMASK } from '#tests/support/fake-wallet-connector.ts'
import { getDevice } from '#tests/support/get-device.ts'
import { openMemberApp } from '#tests/support/open-member-app.tsx'
import { shortAddress } from '#demo/evm/wallet/accounts.ts'
import { until } from '#tests/support/until.ts'
import { ADA } from '#tests/support/people.ts'

type Situation = {
  languageCode?: string
  /** Whether Ada has linked the second account before. */
  isLinked?: boolean
}

/** The app at an EVM attempt of Ada's; MetaMask holds two accounts and has been opened. */
async function openApp({ languageCode = 'en', isLinked = false }: Situation = {}) {
  const server = await startAppServer({ evm: 'in-app' })
  const ada = await server.visit()
  if (isLinked) await ada.linkEvm(2)
  const { id } = await ada.startEvm()
  const body = { state: 'awaiting-wallet' } as const
  const attempt = await ada.api.call(updateAttempt, { id, body })
  const evm = createFakeWalletConnector()
  evm.walletApp.set(METAMASK)
  const launch = server.launch({ ...ADA, language_code: languageCode })
  const app = openMemberApp(server, {
    route: { screen: 'attempt', id },
    device: getDevice(attempt),
    telegram: createFakeTelegram({ launch }),
    evm,
  })
  const wallets = [server.evmWallet(1), server.evmWallet(2)] as const
  const [first, second] = wallets.map(({ account }) => shortAddress(account.address))
  const accounts = wallets.map(({ account }) => account)
  const choice: SessionStep = { kind: 'choose-account', accounts }
  return { server, ada, app, evm, wallets, first: first ?? '', second: second ?? '', choice }
}

const SWITCH: SessionStep = { kind: 'switch-chain' }

describe('the choice of an account', () => {
  test('one tap on an account goes on with it in the same attempt', async () => {
    const { server, app, evm, wallets, first, second, choice } = await openApp()
    evm.sessionStep.set(choice)
    await app.sees('Which account?')
    await app.sees('MetaMask shares several accounts.')
    expect(app.text()).toContain(first)
    app.press(second)
    await app.sees('Waiting for your signature in MetaMask')
    expect(server.sentTo(fixAccount)).toMatchObject([{ body: wallets[1].account }])
    evm.answer(await wallets[1].sign(evm.asked[0]))
    await app.sees('Wallet linked')
  })

  test('an account that is a contract on several chains is linked on the one that the member chooses', async () => {
    const { server, app, evm, wallets } = await openApp()
    const { account } = wallets[0]
    evm.sessionStep.set({
      kind: 'choose-account',
      accounts: [account, { ...account, chainId: 8453 }],
    })
    await app.sees('Which chain?')
    app.press('Base')
    await until(() =>
      expect(server.sentTo(fixAccount)).toMatchObject([{ body: { chainId: 8453 } }]),
    )
  })

  test('marks an account that is linked already', async () => {
    const { app, evm, first, second, choice } = await openApp({ isLinked: true })
    evm.sessionStep.set(choice)
    await app.sees('Which account?')
    const lines = () => app.buttons().map(({ textContent }) => textContent)
    await until(() => expect(lines()).toContain(`${second}Linked`))
    expect(lines()).toContain(first)
  })

  test('a second tap on the same account sends nothing more', async () => {
    const { server, app, evm, first, choice } = await openApp()
    evm.sessionStep.set(choice)
    await app.sees('Which account?')
    const cell = app.buttons().find(({ textContent }) => textContent.includes(first))
    cell?.click()
    cell?.click()
    await app.sees('Waiting for your signature')
    expect(server.sentTo(fixAccount)).toHaveLength(1)
    expect(evm.asked).toHaveLength(1)
  })

  test('another wallet can be chosen instead, and “back” asks before it cancels the attempt', async () => {
    const { server, app, evm, choice } = await openApp()
    evm.sessionStep.set(choice)
    await app.sees('Which account?')
    expect(app.text()).toContain('Another wallet')
    app.telegram.answers.push(true)
    app.telegram.pressBack()
    await until(() => expect(server.sentTo(cancelAttempt)).toHaveLength(1))
    expect(evm.calls).toContain('cancel')
  })

  test('ends with its reason when the wallet ends the connection', async () => {
    const { app, evm, choice } = await openApp()
    evm.sessionStep.set(choice)
    await app.sees('Which account?')
    evm.answer({ kind: 'failure', code: 'evm-session-lost' })
    await app.sees('The connection to the wallet was lost.')
  })

  test('shows that the time ran out', async () => {
    const { server, app, evm, choice } = await openApp()
    evm.sessionStep.set(choice)
    await app.sees('Which account?')
    server.server.clock.now += EVM_ATTEMPT_TTL_MS
    app.telegram.comeBack()
    await app.sees('Time ran out before the wallet answered.')
  })

  test('shows addresses from left to right in Persian', async () => {
    const { app, evm, choice } = await openApp({ languageCode: 'fa' })
    evm.sessionStep.set(choice)
    await app.sees('کدام حساب؟')
    expect(app.container.querySelector<HTMLElement>('.address-short')?.dir).toBe('ltr')
  })
})

describe('a wallet on another chain', () => {
  test('is told which chains are accepted, is opened again, and goes on once it has switched', async () => {
    const { app, evm, wallets } = await openApp()
    evm.sessionStep.set(SWITCH)
    await app.sees('Switch MetaMask to Ethereum')
    app.press('Open MetaMask')
    expect(evm.calls.at(-1)).toBe('reopen')
    evm.sessionStep.set(null)
    evm.answer(wallets[0].connected)
    await app.sees('Waiting for your signature in MetaMask')
  })

  test('can be left: the member cancels the attempt', async () => {
    const { server, app, evm } = await openApp()
    evm.sessionStep.set(SWITCH)
    await app.sees('Switch MetaMask to')
    app.telegram.answers.push(true)
    app.press('Cancel linking')
    await until(() => expect(server.sentTo(cancelAttempt)).toHaveLength(1))
    expect(evm.calls).toContain('cancel')
  })

  test('fails with the chain as the reason when it ends the connection', async () => {
    const { app, evm } = await openApp()
    evm.sessionStep.set(SWITCH)
    await app.sees('Switch MetaMask to')
    evm.answer({ kind: 'failure', code: 'evm-chain-unsupported' })
    await app.sees('The wallet is on a chain that is not accepted here.')
  })

  test('reads which chains were wanted when it refuses the connection, and can be tried again', async () => {
    const { app, evm } = await openApp()
    await app.sees('Approve the connection')
    evm.answer({ kind: 'failure', code: 'evm-chain-unsupported' })
    await app.sees('Switch it to Ethereum')
    expect(app.telegram.mainButton()?.text).toBe('Try again')
  })
})
