import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { type EvmPage, useWalletConnect } from '#tests/support/evm-page.ts'

vi.setConfig({ testTimeout: 40_000, hookTimeout: 40_000 })

const MINUTE = 60_000
/** Longer than any message takes over loopback. */
const QUIET_MS = 500
const STRANGER = `0x${'12'.repeat(20)}`

const evm = useWalletConnect()

type Behaviour = 'every-account' | 'other-chain'

/** A wallet has connected, and its member has a step to do. */
async function meet(behaviour: Behaviour, options: { now?: () => number } = {}) {
  const { page, wallet } = await evm.meet(options)
  await wallet.approve(behaviour)
  await sees(page, behaviour === 'every-account' ? 'choose-account' : 'switch-chain')
  const addresses = wallet.accounts.flatMap((one) => ('key' in one ? one.address : []))
  const [first = '', second = ''] = addresses
  const topic = wallet.connected.get()[0]?.topic ?? ''
  return { page, wallet, addresses, first, second, topic }
}

/** What the page has saved about its pending connection. */
const pendingOf = ({ storage }: EvmPage) => storage.getItem('clasp/42/evm/pending')

const stepOf = ({ connector }: EvmPage) => connector.sessionStep.get()

const sees = (page: EvmPage, kind: string) =>
  vi.waitUntil(() => stepOf(page)?.kind === kind, { timeout: 10_000 })

const offered = (page: EvmPage) => {
  const step = stepOf(page)
  return step?.kind === 'choose-account' ? step.accounts.map(({ address }) => address) : []
}

const ends = ({ wallet }: { wallet: { connected: { get(): readonly unknown[] } } }) =>
  vi.waitFor(() => expect(wallet.connected.get()).toEqual([]), 10_000)

describe('a wallet that connects with several accounts', () => {
  test('offers each once, and goes on with the one that the member chooses', async () => {
    const { page, addresses, second } = await meet('every-account')
    expect(offered(page)).toEqual(addresses)
    expect(page.answers).toEqual([])
    expect(page.connector.link.get()).toBeNull()
    page.connector.chooseAccount({ address: second, chainId: 1 })
    page.connector.chooseAccount({ address: second, chainId: 1 })
    expect(page.answers).toMatchObject([{ kind: 'account', account: { address: second } }])
    expect(stepOf(page)).toBeNull()
    expect(page.connector.deviceWallet.get()).toMatchObject({
      status: 'connected',
      address: second,
    })
  })

  test('asks again after a reload, before its library has loaded', async () => {
    const { page, addresses, second } = await meet('every-account')
    const next = await page.reload()
    expect(offered(next)).toEqual(addresses)
    expect(next.connector.walletApp.get()).toEqual({ appName: 'metamask', name: 'Demo Wallet' })
    await next.connector.restore()
    expect(offered(next)).toEqual(addresses)
    next.connector.chooseAccount({ address: second, chainId: 1 })
    expect(next.answers).toMatchObject([{ kind: 'account', account: { address: second } }])
  })

  test.each([
    ['another address', STRANGER, 1],
    ['another chain', null, 100],
  ])('ignores an account that it does not offer: %s', async (_, address, chainId) => {
    const { page, first } = await meet('every-account')
    page.connector.chooseAccount({ address: address ?? first, chainId })
    expect(page.answers).toEqual([])
    expect(stepOf(page)).not.toBeNull()
  })

  test('no longer offers an account that the wallet has taken back', async () => {
    const { page, wallet, addresses, first } = await meet('every-account')
    const [, second, third] = addresses
    await wallet.offer([`eip155:1:${second}`, `eip155:1:${third}`, 'eip155:1:0x12'])
    await vi.waitFor(() => expect(offered(page)).toEqual([second, third]), 10_000)
    page.connector.chooseAccount({ address: first, chainId: 1 })
    expect(page.answers).toEqual([])
  })

  test('goes on without a choice when the wallet leaves only one', async () => {
    const { page, wallet, second } = await meet('every-account')
    await wallet.offer([`eip155:1:${second}`])
    expect(await page.received('account')).toMatchObject({ account: { address: second } })
  })

  test('fails when the wallet ends the session, and a late choice changes nothing', async () => {
    const { page, wallet, first } = await meet('every-account')
    await wallet.hangUp()
    expect(await page.received('failure')).toEqual({ kind: 'failure', code: 'evm-session-lost' })
    page.connector.chooseAccount({ address: first, chainId: 1 })
    expect(page.answers).toHaveLength(1)
    expect(stepOf(page)).toBeNull()
  })

  test('is disconnected when the member gives up', async () => {
    const { page, wallet } = await meet('every-account')
    page.connector.cancel()
    expect(stepOf(page)).toBeNull()
    await ends({ wallet })
    expect(page.answers).toEqual([])
  })

  test('is disconnected when the next attempt is prepared', async () => {
    const { page, wallet } = await meet('every-account')
    await page.connector.prepare({ family: 'evm', attemptId: 'another-another-anothe' })
    expect(stepOf(page)).toBeNull()
    expect(page.connector.link.get()).toMatch(/^wc:/)
    await ends({ wallet })
  })

  test('is forgotten and disconnected after the time for an attempt', async () => {
    let now = Date.now()
    const { page, wallet } = await meet('every-account', { now: () => now })
    now += 10 * MINUTE
    page.telegram.comeBack()
    expect(await page.received('failure')).toEqual({ kind: 'failure', code: 'attempt-expired' })
    await ends({ wallet })
  })
})

describe('a wallet that connects on another chain', () => {
  test('goes on with its account once it has switched to an accepted chain', async () => {
    const { page, wallet, first, topic } = await meet('other-chain')
    expect(page.answers).toEqual([])
    await wallet.switchChain(topic, 8453)
    const account = { address: first, chainId: 8453 }
    expect(await page.received('account')).toMatchObject({ account })
    expect(stepOf(page)).toBeNull()
    expect(page.isConnected()).toBe(true)
  })

  test('is brought to the front for that', async () => {
    const { page } = await meet('other-chain')
    page.connector.reopen()
    expect(page.windows.at(-1)).toBe('clasp-demo-wallet://')
  })

  test('may switch while the page is away', async () => {
    const { page, wallet, topic } = await meet('other-chain')
    await page.leave()
    await wallet.switchChain(topic, 1)
    const next = await page.reload()
    expect(stepOf(next)).toEqual({ kind: 'switch-chain' })
    await next.connector.restore()
    expect(await next.received('account')).toMatchObject({ account: { chainId: 1 } })
  })

  test('goes on when the member returns, although the page’s socket died meanwhile', async () => {
    const { page, wallet, topic } = await meet('other-chain')
    await wallet.silenceApp()
    await wallet.switchChain(topic, 8453)
    await sleep(QUIET_MS)
    expect(page.answers).toEqual([])
    page.telegram.comeBack()
    expect(await page.received('account')).toMatchObject({ account: { chainId: 8453 } })
  })

  test('still waits after it has offered accounts that nobody can read, or other chains', async () => {
    const { page, wallet, first, topic } = await meet('other-chain')
    await wallet.offer(['eip155:1:0x12', `eip155:1:${first}00`, `eip155:5:${first}`])
    await vi.waitFor(() => expect(pendingOf(page)).toContain('"chainId":5'), 10_000)
    await wallet.switchChain(topic, 100)
    await vi.waitFor(() => expect(pendingOf(page)).toContain('"chainId":100'), 10_000)
    expect(page.answers).toEqual([])
    expect(stepOf(page)).toEqual({ kind: 'switch-chain' })
    await wallet.offer([`eip155:1:${first}`])
    expect(await page.received('account')).toMatchObject({ account: { address: first } })
  })

  test('lets the member choose when it comes back with several accounts', async () => {
    const { page, wallet, first, second } = await meet('other-chain')
    await wallet.offer([`eip155:1:${second}`, `eip155:1:${first}`])
    await sees(page, 'choose-account')
    expect(offered(page)).toEqual([second, first])
  })

  test('fails with the chain as the reason when the wallet ends the session', async () => {
    const { page, wallet } = await meet('other-chain')
    await wallet.hangUp()
    const failure = { kind: 'failure', code: 'evm-chain-unsupported' }
    expect(await page.received('failure')).toEqual(failure)
  })
})
