import { expect, test, vi } from 'vitest'
import { createPartConnector } from '#client/wallets/part-connector.ts'
import type { WalletAnswer } from '#client/wallets/wallet-connector.ts'
import { EVM_ATTEMPT } from '#tests/support/sample-data.ts'
import { until } from '#tests/support/until.ts'
import {
  ACCOUNT,
  createFakeWalletConnector,
  LINK,
  METAMASK,
  FOR_ITSELF,
} from '#tests/support/fake-wallet-connector.ts'

const REQUEST = { family: 'evm', attemptId: EVM_ATTEMPT.id } as const

function setUp({ isRemembered = false, failures = 0 } = {}) {
  const own = createFakeWalletConnector({ canSign: true })
  const loads = { count: 0 }
  const wallets = createPartConnector({
    isRemembered,
    load: async () => {
      loads.count += 1
      if (loads.count <= failures) throw new Error('chunk')
      return own
    },
  })
  return { own, wallets, loads }
}

test('a connector loads nothing before the first need', () => {
  const { wallets, loads } = setUp()
  wallets.connect('metamask')
  wallets.reopen()
  wallets.cancel()
  wallets.closeChooser()
  expect(wallets.canSign()).toBe(false)
  expect(wallets.deviceWallet.get()).toEqual({ status: 'disconnected' })
  expect(loads.count).toBe(0)
})

test('a message that is to be signed before the code is loaded reaches the wallet afterwards', async () => {
  const { wallets, own } = setUp()
  wallets.sign({ attemptId: EVM_ATTEMPT.id, message: 'I am @ada', ...FOR_ITSELF })
  await until(() => expect(own.asked).toMatchObject([{ message: 'I am @ada' }]))
})

test('a connector reflects changes after its code is loaded, and calls it within the tap', async () => {
  const { wallets, own, loads } = setUp()
  await wallets.prepare(REQUEST)
  await wallets.restore()
  wallets.connect('metamask')
  expect(own.calls).toEqual(['prepare', 'restore', 'connect metamask'])
  expect(wallets.walletApp.get()).toEqual(METAMASK)
  expect(wallets.link.get()).toBe(LINK)
  expect(wallets.canSign()).toBe(true)
  own.chooserOpen.set(true)
  expect(wallets.chooserOpen.get()).toBe(true)
  expect(loads.count).toBe(1)
})

test('answers reach listeners from before the code was loaded, until they stop', async () => {
  const { wallets, own } = setUp()
  const received: WalletAnswer[] = []
  const stop = wallets.onAnswer((answer) => received.push(answer))
  await wallets.prepare(REQUEST)
  own.answer(ACCOUNT)
  stop()
  own.answer(ACCOUNT)
  expect(received).toEqual([ACCOUNT])
})

test('a connector reports code that does not arrive as a problem, and can try again', async () => {
  const { wallets, own } = setUp({ failures: 1 })
  await expect(wallets.prepare(REQUEST)).rejects.toMatchObject({
    code: 'wallet-library-unavailable',
  })
  await wallets.prepare(REQUEST)
  expect(own.prepared).toEqual([REQUEST])
})

test('a connector loads the wallet that was connected on another day shortly after the start', async () => {
  vi.useFakeTimers()
  const { wallets, own, loads } = setUp({ isRemembered: true })
  const connected = { status: 'connected', network: 'eip155:1', address: '0x', walletApp: METAMASK }
  own.deviceWallet.set({ ...connected, status: 'connected' })
  expect(wallets.deviceWallet.get()).toEqual({ status: 'restoring' })
  expect(loads.count).toBe(0)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(wallets.deviceWallet.get()).toEqual(connected)
  vi.useRealTimers()
})
