import { describe, expect, test } from 'vitest'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { getMe } from '#shared/api/get-me.ts'
import { unlinkWallet } from '#shared/api/unlink-wallet.ts'
import type { Consent } from '#shared/attempt.ts'
import type { EvmWallet, TonWallet, Wallet } from '#shared/wallet.ts'
import { unbrokenAddress } from '#client/screens/short-address-text.ts'
import { ATTEMPT, EVM_WALLET, ME, ok, WALLET } from '#tests/support/fake-api.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { BOOT, createReadyServer, EVM_BOOT, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'
import { en } from '#tests/support/words.ts'

type App = ReturnType<typeof openApp>

const CONTRACT: EvmWallet = {
  ...EVM_WALLET,
  id: 'contractcontractcontra',
  chainId: 8453,
  kind: 'contract',
  level: 'account',
  keySource: 'contract',
}
const LENT: EvmWallet = { ...EVM_WALLET, kind: 'eip7702' }
const SHORT = '0xf39F…2266'
const ANY_EVM_WORD = /EVM|EIP|Ethereum|Base|Contract account|etherscan/u

const sees = (app: App, words: string) => until(() => expect(app.text()).toContain(words))

/** The page of a wallet, where EVM wallets are offered or are not. */
function openWallet(wallet: Wallet, boot = EVM_BOOT) {
  const server = createReadyServer()
  server.on(getMe, () => ok({ ...ME, policy: boot.policy, wallets: [wallet] }))
  const evm = boot.evm === null ? null : createFakeWalletConnector()
  const route = { screen: 'wallet', id: wallet.id } as const
  return { app: openApp({ boot, server, evm, route }), server }
}

describe('an EVM wallet', () => {
  test('of a key is the same on every chain, and shown at Ethereum’s explorer', async () => {
    const { app } = openWallet(EVM_WALLET)
    await sees(app, 'NetworkAll EVM chains')
    expect(app.text()).toContain('TypeEVM wallet')
    expect(app.text()).toContain('By key')
    expect(app.text()).toContain('0xf39F d6e5 1aad')
    app.press('Show in explorer')
    expect(app.telegram.opened).toEqual([`https://etherscan.io/address/${EVM_WALLET.address}`])
  })

  test('of a key that lends its address says so, and is no contract account', async () => {
    const { app } = openWallet(LENT)
    await sees(app, 'EVM wallet with code (EIP-7702)')
    expect(app.text()).not.toContain('Contract account')
  })

  test('of a contract is called so, with its one chain, its level and whose word it is', async () => {
    const { app } = openWallet(CONTRACT)
    await sees(app, 'TypeContract account')
    for (const words of [
      'NetworkBase',
      'A contract decides here whose signature counts.',
      'By account',
      'The contract’s own word',
    ]) {
      expect(app.text()).toContain(words)
    }
    app.press('Show in explorer')
    expect(app.telegram.opened).toEqual([`https://basescan.org/address/${CONTRACT.address}`])
  })

  test('on a chain that nobody named for us is shown by its number, without an explorer', async () => {
    const { app } = openWallet({ ...CONTRACT, chainId: 31_337 })
    await sees(app, 'NetworkChain 31337')
    expect(app.text()).not.toContain('Show in explorer')
  })

  test('that was linked before EVM was turned off is still shown, and can be unlinked', async () => {
    const { app, server } = openWallet(CONTRACT, BOOT)
    server.on(unlinkWallet, () => ({ status: 204 }))
    await sees(app, '0xf39F d6e5 1aad')
    await sees(app, 'Unlink wallet')
    expect(app.text()).not.toMatch(ANY_EVM_WORD)
    expect(app.text()).not.toContain('Verify again')
    expect(app.text()).not.toContain('Show in explorer')
    app.telegram.answers.push(true)
    app.press('Unlink wallet')
    await until(() => expect(server.sentTo(unlinkWallet)).toHaveLength(1))
    expect(app.telegram.questions[0]?.message).toContain(unbrokenAddress(CONTRACT))
  })
})

test('a TON wallet has its own explorer and network', async () => {
  const { app } = openWallet(WALLET)
  await sees(app, 'NetworkMainnet')
  app.press('Show in explorer')
  expect(app.telegram.opened[0]).toMatch(/^https:\/\/tonviewer\.com\/UQ/u)
})

test('the question before unlinking says that an account that waits for the wallet does not receive it', async () => {
  const { app, server } = openWallet(WALLET)
  server.on(getMe, () => ok({ ...ME, wallets: [WALLET], consents: [consentFor(WALLET)] }))
  server.on(unlinkWallet, () => ({ status: 204 }))
  await sees(app, 'Unlink wallet')
  app.telegram.answers.push(false)
  app.press('Unlink wallet')
  await until(() => expect(app.telegram.questions).toHaveLength(1))
  expect(app.telegram.questions[0]?.message).toContain(
    'Another account is waiting for this wallet. It does not receive it when you unlink.',
  )
  expect(app.telegram.questions[0]?.message.length).toBeLessThanOrEqual(256)
})

function consentFor({ network, address }: TonWallet): Consent {
  const expiresAt = '2026-11-21T12:00:00.000Z'
  return { attemptId: 'attemptattemptattempta', family: 'ton', network, address, expiresAt }
}

test.each(['chain', 'anchor'] as const)(
  'a wallet whose key (%s) one source alone reported says so on its page and in the receipt',
  async (keySource) => {
    const wallet = { ...WALLET, keySource, kind: 'WalletTg' as const }
    const { sentence } = en.wallet.keySources[keySource]
    expect(sentence).toMatch(/[Nn]obody else has confirmed it/u)
    await sees(openWallet(wallet, BOOT).app, sentence)
    const server = createReadyServer()
    const attempt = { ...ATTEMPT, state: 'linked' as const, wallet }
    server.on(getAttempt, () => ok(attempt))
    await sees(openApp({ server, route: { screen: 'attempt', id: ATTEMPT.id } }), sentence)
  },
)

/** Home of a member with a wallet of each kind. */
function openHome(boot = EVM_BOOT) {
  const server = createReadyServer()
  server.on(getMe, () => ok({ ...ME, wallets: [WALLET, EVM_WALLET, CONTRACT] }))
  return openApp({ boot, server, evm: boot.evm === null ? null : createFakeWalletConnector() })
}

describe('Home', () => {
  test('tells wallets of keys from those of contracts', async () => {
    const app = openHome()
    await sees(app, `${SHORT}EVM wallet · By key`)
    expect(app.text()).toContain(`${SHORT}Contract account · Base · By account`)
    expect(app.text()).toContain('TON wallet W5 · By key')
  })

  test('shows them without a word about EVM where it is off', async () => {
    const app = openHome(BOOT)
    await sees(app, `${SHORT}By account`)
    expect(app.text()).not.toMatch(ANY_EVM_WORD)
  })

  test('shows the wallet of each family that is connected on this device', async () => {
    const evm = createFakeWalletConnector({
      deviceWallet: {
        status: 'connected',
        network: 'eip155:1',
        address: EVM_WALLET.address,
        walletApp: { appName: 'metamask', name: 'MetaMask' },
      },
    })
    const app = openApp({ boot: EVM_BOOT, evm })
    await sees(app, `MetaMask${SHORT}`)
    app.press('Disconnect')
    await until(() => expect(evm.calls).toContain('disconnect'))
    expect(app.wallets.calls).not.toContain('disconnect')
  })

  test('what is no address is not shown as one', async () => {
    const walletApp = { appName: 'odd', name: 'Odd' }
    const evm = createFakeWalletConnector({
      deviceWallet: { status: 'connected', network: 'eip155:1', address: 'somebody', walletApp },
    })
    const app = openApp({ boot: EVM_BOOT, evm })
    await sees(app, 'Odd')
    expect(app.text()).not.toContain('somebody')
  })
})
