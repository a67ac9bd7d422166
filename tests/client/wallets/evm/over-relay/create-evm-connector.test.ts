import { describe, expect, test, vi } from 'vitest'
import { recoverMessageAddress } from 'viem'
import type { ConnectBehaviour } from '#demo/evm/wallet/behaviour.ts'
import { ATTEMPT_ID, MESSAGE, type EvmPage, useWalletConnect } from '#tests/support/evm-page.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'

vi.setConfig({ testTimeout: 40_000, hookTimeout: 40_000 })

const MINUTE = 60_000

const evm = useWalletConnect()
const { openPage, meet } = evm

const prepare = (page: EvmPage, attemptId = ATTEMPT_ID) =>
  page.connector.prepare({ family: 'evm', attemptId })

/** The two are connected, and no request is open. */
async function connect(
  situation: Parameters<typeof openPage>[0] = {},
  behaviour?: ConnectBehaviour,
) {
  const { page, wallet } = await meet(situation)
  await wallet.approve(behaviour)
  const { account } = await page.received('account')
  page.answers.length = 0
  return { page, wallet, account }
}

const sign = (page: EvmPage, message = MESSAGE) =>
  page.connector.sign({
    attemptId: ATTEMPT_ID,
    message,
    account: null,
    signsFor: null,
    expiresAt: Date.now() + 10 * MINUTE,
  })

describe('a connection', () => {
  test('a connection has its link before the tap, which opens the wallet with it, and reports the account', async () => {
    const page = openPage()
    const wallet = await evm.world.openWallet({ name: '🌈 Demo Wallet' })
    await prepare(page)
    const uri = page.connector.link.get() ?? ''
    expect(uri).toMatch(/^wc:[\da-f]{64}@2\?/)
    page.connector.connect('metamask')
    expect(page.windows).toEqual([`https://link.metamask.io/wc?uri=${encodeURIComponent(uri)}`])
    expect(page.connector.walletApp.get()).toEqual({ appName: 'metamask', name: 'MetaMask' })
    await wallet.follow(uri)
    await wallet.approve()
    const account = { address: wallet.accounts[0]?.address, chainId: 1 }
    const walletApp = { appName: 'metamask', name: 'Demo Wallet' }
    const answer = { kind: 'account', account, otherChainIds: [8453], walletApp }
    expect(await page.received('account')).toEqual(answer)
    expect(page.connector.link.get()).toBeNull()
    expect(page.connector.deviceWallet.get()).toEqual({
      status: 'connected',
      network: 'eip155:1',
      address: account.address,
      walletApp,
      safeSigners: [
        { ...account, chainId: 1 },
        { ...account, chainId: 8453 },
      ],
    })
  })

  test('takes the wanted one of several accounts, also after a reload, and offers all as owners of Safes', async () => {
    const page = openPage()
    const wallet = await evm.world.openWallet()
    const addresses = wallet.accounts.flatMap((one) => ('key' in one ? one.address : []))
    const wanted = addresses.slice(2, 3)
    await page.connector.prepare({ family: 'evm', attemptId: ATTEMPT_ID, wanted })
    page.connector.connect('metamask')
    await wallet.follow(page.connector.link.get())
    const next = await page.reload()
    await next.connector.restore()
    await wallet.approve('every-account')
    expect(await next.received('account')).toMatchObject({ account: { address: wanted[0] } })
    const device = next.connector.deviceWallet.get()
    const signers = device.status === 'connected' ? device.safeSigners : []
    expect(new Set(signers?.map(({ address }) => address))).toEqual(new Set(addresses))
  })

  test('wants another account for the same attempt when it is asked for it later', async () => {
    const page = openPage()
    const wallet = await evm.world.openWallet()
    const addresses = wallet.accounts.flatMap((one) => ('key' in one ? one.address : []))
    const wanted = addresses.slice(2, 3)
    await page.connector.prepare({ family: 'evm', attemptId: ATTEMPT_ID })
    await page.connector.prepare({ family: 'evm', attemptId: ATTEMPT_ID, wanted })
    page.connector.connect('metamask')
    await wallet.follow(page.connector.link.get())
    await wallet.approve('every-account')
    expect(await page.received('account')).toMatchObject({ account: { address: wanted[0] } })
  })

  test('offers the chains of one account, also after a reload, and reports the one that the member chooses', async () => {
    const { page, account } = await connect()
    page.connector.offerChains(ATTEMPT_ID, [1, 8453])
    const next = await page.reload()
    const accounts = [account, { ...account, chainId: 8453 }]
    expect(next.connector.sessionStep.get()).toEqual({ kind: 'choose-account', accounts })
    await next.connector.restore()
    next.connector.chooseAccount({ ...account, chainId: 8453 })
    const answer = await next.received('account')
    expect(answer.account).toEqual({ ...account, chainId: 8453 })
    expect(answer).not.toHaveProperty('otherChainIds')
    expect(next.connector.sessionStep.get()).toBeNull()
  })

  test('uses the chain that the operator prefers among those of the wallet', async () => {
    const { account } = await connect({ chains: [10, 8453, 1] })
    expect(account.chainId).toBe(8453)
  })

  test('reports the account of a wallet that signs nothing, and fails when it is asked to sign', async () => {
    const { page } = await connect({}, 'without-signing')
    expect(page.connector.canSign()).toBe(false)
    sign(page)
    const failure = { kind: 'failure', code: 'evm-method-unsupported' }
    expect(await page.received('failure')).toEqual(failure)
  })

  test('a connection is refused by the wallet when they have no chain in common', async () => {
    const { page, wallet } = await meet({ chains: [137] })
    await wallet.approve()
    expect(await page.received('failure')).toMatchObject({ code: 'evm-chain-unsupported' })
  })

  test('fails when the member declines it', async () => {
    const { page, wallet } = await meet()
    await wallet.reject()
    expect(await page.received('failure')).toEqual({ kind: 'failure', code: 'wallet-rejected' })
    expect(page.connector.link.get()).toBeNull()
  })

  test('ends when the wallet accepts it after it was given up', async () => {
    const { page, wallet } = await meet()
    page.connector.cancel()
    expect(page.connector.link.get()).toBeNull()
    await wallet.approve()
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(page.answers).toEqual([])
    expect(page.isConnected()).toBe(false)
  })

  test('a connection can be made before there is an attempt, which then uses it', async () => {
    const page = openPage()
    await Promise.all([page.connector.warmUp(), page.connector.warmUp()])
    expect(page.connector.link.get()).toBeNull()
    expect(page.connector.deviceWallet.get()).toEqual({ status: 'disconnected' })
    await prepare(page)
    expect(page.connector.link.get()).toMatch(/^wc:/)
    const first = page.connector.link.get()
    await prepare(page, 'another-another-anothe')
    expect(page.connector.link.get()).not.toBe(first)
  })

  test('a connection is replaced when it was made ahead and is about to expire', async () => {
    let now = Date.now()
    const page = openPage({ now: () => now })
    await page.connector.warmUp()
    now += 4 * MINUTE + 1_000
    await prepare(page)
    page.connector.connect('metamask')
    const wallet = await evm.world.openWallet()
    await wallet.follow(page.connector.link.get())
    await wallet.approve()
    expect(await page.received('account')).toMatchObject({ account: { chainId: 1 } })
  })

  test('stays when the app warms up for the next', async () => {
    const { page, wallet } = await connect()
    await page.connector.warmUp()
    expect(page.isConnected()).toBe(true)
    expect(wallet.connected.get()).toHaveLength(1)
  })

  test('gives the wallet the way back to the app', async () => {
    const page = openPage({ platform: 'ios' })
    await prepare(page)
    page.connector.connect('metamask')
    const wallet = await evm.world.openWallet()
    await wallet.follow(page.connector.link.get())
    await wallet.approve()
    await page.received('account')
    const { storage } = page
    const saved = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
    const sessions = saved.filter((key) => key.endsWith('//session'))
    expect(sessions).toHaveLength(1)
    const link = 'https://t.me/clasp_bot/app?startapp"'
    expect(storage.getItem(sessions[0] ?? '')).toContain(link)
  })

  test('a connection is requested once, however often it is prepared', async () => {
    const page = openPage()
    await prepare(page)
    const uri = page.connector.link.get()
    await prepare(page)
    expect(page.connector.link.get()).toBe(uri)
    await prepare(page, 'another-another-anothe')
    expect(page.connector.link.get()).not.toBe(uri)
  })

  test('ends before the next wallet is opened', async () => {
    const { page, wallet } = await connect()
    await prepare(page, 'another-another-anothe')
    expect(page.isConnected()).toBe(false)
    await vi.waitFor(() => expect(wallet.connected.get()).toEqual([]), 10_000)
  })

  test('opens again with the same link', async () => {
    const { page } = await meet()
    page.connector.reopen()
    expect(page.windows[1]).toBe(page.windows[0])
  })

  test('continues, and reports it, when the browser blocks its window', async () => {
    const page = openPage({ blocksWindows: true, platform: 'android' })
    await prepare(page)
    page.connector.connect('trust')
    expect(page.answers).toEqual([{ kind: 'failure', code: 'wallet-not-opened' }])
    expect(page.connector.link.get()).not.toBeNull()
  })

  test('ends here immediately when another tab ends it', async () => {
    const { page } = await connect()
    page.disconnectElsewhere()
    expect(page.connector.deviceWallet.get()).toEqual({ status: 'disconnected' })
    expect(page.connector.canSign()).toBe(false)
    sign(page)
    expect(page.answers).toEqual([{ kind: 'failure', code: 'evm-session-lost' }])
  })

  test('stays disconnected after the member disconnects it', async () => {
    const { page, wallet } = await connect()
    await page.connector.disconnect()
    expect(page.connector.deviceWallet.get()).toEqual({ status: 'disconnected' })
    await vi.waitFor(() => expect(wallet.connected.get()).toEqual([]), 10_000)
    const next = await page.reload()
    expect(next.connector.deviceWallet.get()).toEqual({ status: 'disconnected' })
  })
})

describe('the link', () => {
  test('the link is replaced before it expires, and the older one still connects', async () => {
    let now = Date.now()
    const { page, wallet } = await meet({ now: () => now })
    const older = page.connector.link.get()
    now += 4 * MINUTE + 1_000
    page.telegram.comeBack()
    await vi.waitFor(() => expect(page.connector.link.get()).not.toBe(older), 10_000)
    await wallet.approve()
    expect(await page.received('account')).toMatchObject({ account: { chainId: 1 } })
  })

  test('the link is not offered after the time for an attempt is over', async () => {
    let now = Date.now()
    const { page } = await meet({ now: () => now })
    now += 10 * MINUTE
    page.telegram.comeBack()
    expect(await page.received('failure')).toMatchObject({ code: 'evm-pairing-expired' })
    expect(page.connector.link.get()).toBeNull()
  })
})

describe('a relay', () => {
  test('a relay is queried again on return when its socket died in the background', async () => {
    const { page, wallet } = await meet()
    await wallet.approve('silence-relay')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(page.answers).toEqual([])
    page.telegram.comeBack()
    page.telegram.comeBack()
    expect(await page.received('account')).toMatchObject({ account: { chainId: 1 } })
  })

  test('a relay is queried again on return when its socket died while the wallet signed', async () => {
    const { page, wallet } = await connect()
    sign(page)
    await wallet.agree('silence-relay')
    page.telegram.comeBack()
    await page.received('signature')
  })
})

describe('a signature', () => {
  test('a signature covers the exact text and account, and its request opens nothing', async () => {
    const { page, wallet, account } = await connect()
    expect(page.connector.canSign()).toBe(true)
    const opened = page.windows.length
    sign(page)
    expect(page.windows.slice(opened)).toEqual([])
    await wallet.agree()
    const { signature } = await page.received('signature')
    const signer = await recoverMessageAddress({
      message: MESSAGE,
      signature: `0x${signature.slice(2)}`,
    })
    expect(signer).toBe(account.address)
    expect(page.isConnected()).toBe(true)
  })

  test('a signature is requested once, and a second request shows it again only where the wallet is opened', async () => {
    const { page, wallet } = await connect()
    sign(page)
    sign(page)
    page.connector.reopen()
    expect(page.windows.slice(1)).toEqual(['clasp-demo-wallet://'])
    await wallet.agree()
    await page.received('signature')
    expect(wallet.view.get()).toMatchObject({ screen: 'done' })
    expect(page.answers).toHaveLength(1)
  })

  test('a signature can be requested once more after a refusal', async () => {
    const { page, wallet } = await connect()
    sign(page)
    await wallet.isAsked()
    await wallet.reject()
    expect(await page.received('failure')).toEqual({ kind: 'failure', code: 'wallet-rejected' })
    page.answers.length = 0
    sign(page)
    await wallet.agree()
    await page.received('signature')
  })

  test('a signature is empty when a contract approved the text on its chain', async () => {
    const { page, wallet } = await connect()
    sign(page)
    await wallet.agree('empty-signature')
    expect(await page.received('signature')).toEqual({ kind: 'signature', signature: '0x' })
  })

  test('a signature is a failure of the wallet when it is too long', async () => {
    const { page, wallet } = await connect()
    sign(page)
    await wallet.agree('oversized-signature')
    expect(await page.received('failure')).toEqual({
      kind: 'failure',
      code: 'evm-signature-malformed',
    })
  })

  test('fails when the wallet disconnects instead of signing', async () => {
    const { page, wallet } = await connect()
    sign(page)
    await wallet.agree('disconnect')
    expect(await page.received('failure')).toEqual({ kind: 'failure', code: 'evm-session-lost' })
    await vi.waitFor(() => expect(page.isConnected()).toBe(false), 10_000)
  })

  test('cannot be requested without a connection', () => {
    const page = openPage()
    sign(page)
    expect(page.answers).toEqual([{ kind: 'failure', code: 'evm-session-lost' }])
  })

  test('a signature is dropped when its request was given up', async () => {
    const { page, wallet } = await connect()
    sign(page)
    await wallet.isAsked()
    page.connector.cancel()
    await wallet.sign('honest')
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(page.answers).toEqual([])
  })

  test('never lets the library open a wallet automatically', async () => {
    const { page, wallet } = await connect()
    page.storage.setItem('WALLETCONNECT_DEEPLINK_CHOICE', '{"href":"evil://","name":"x"}')
    sign(page)
    await wallet.agree()
    await page.received('signature')
    expect(page.storage.getItem('WALLETCONNECT_DEEPLINK_CHOICE')).toBeNull()
  })
})

describe('a reload', () => {
  test('keeps the pending connection, with its link immediately and its account when the wallet sends it', async () => {
    const { page, wallet } = await meet()
    const next = await page.reload()
    expect(next.connector.deviceWallet.get()).toEqual({ status: 'restoring' })
    expect(next.connector.walletApp.get()).toEqual({ appName: 'metamask', name: 'MetaMask' })
    next.connector.reopen()
    expect(next.windows).toEqual([page.windows[0]])
    await next.connector.restore()
    await wallet.approve()
    expect(await next.received('account')).toMatchObject({ account: { chainId: 1 } })
  })

  test('finds the account that the wallet sent while the page was away', async () => {
    const { page, wallet } = await meet()
    await page.leave()
    await wallet.approve()
    const next = await page.reload()
    await next.connector.restore()
    await next.received('account')
  })

  test('finds the refusal that came while the page was away', async () => {
    const { page, wallet } = await meet()
    await page.leave()
    await wallet.reject()
    const next = await page.reload()
    await next.connector.restore()
    expect(await next.received('failure')).toMatchObject({ code: 'wallet-rejected' })
  })

  test('keeps the pending request, whose signature is made after it', async () => {
    const { page, wallet } = await connect()
    sign(page)
    await wallet.isAsked()
    const next = await page.reload()
    expect(next.isConnected()).toBe(true)
    expect(next.connector.canSign()).toBe(true)
    await next.connector.restore()
    sign(next)
    await wallet.sign('honest')
    await next.received('signature')
    expect(next.answers).toHaveLength(1)
  })

  test('finds the signature that was made while the page was closed', async () => {
    const { page, wallet } = await connect()
    sign(page)
    await wallet.isAsked()
    await page.leave()
    await wallet.sign('honest')
    const next = await page.reload()
    await next.connector.restore()
    await next.received('signature')
    expect((await next.reload()).answers).toEqual([])
  })

  test('finds a recorded signature that no page received', async () => {
    const { page, wallet } = await connect()
    sign(page)
    await wallet.isAsked()
    await page.leave()
    await wallet.sign('honest')
    const { asked } = page.forget('evm/request')
    const deaf = await page.reload()
    await deaf.connector.restore()
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(deaf.answers).toEqual([])
    await deaf.leave()
    deaf.storage.setItem('clasp/42/evm/request', asked)
    const next = await deaf.reload()
    await next.connector.restore()
    await next.received('signature')
  })

  test('finds that the wallet ended the connection while the page was away', async () => {
    const { page, wallet } = await connect()
    sign(page)
    await wallet.isAsked()
    await page.leave()
    await wallet.sign('disconnect')
    const next = await page.reload()
    await next.connector.restore()
    expect(await next.received('failure')).toMatchObject({ code: 'evm-session-lost' })
    expect(next.isConnected()).toBe(false)
  })

  test('shows a new link when the former one has expired', async () => {
    const { page } = await meet()
    const older = page.connector.link.get()
    const next = await page.reload({ now: () => Date.now() + 6 * MINUTE })
    await next.connector.restore()
    expect(next.connector.link.get()).toMatch(/^wc:/)
    expect(next.connector.link.get()).not.toBe(older)
  })

  test('finds nothing pending after ten minutes', async () => {
    const { page } = await meet()
    const next = await page.reload({ now: () => Date.now() + 10 * MINUTE })
    expect(next.connector.deviceWallet.get()).toEqual({ status: 'disconnected' })
    expect(next.connector.link.get()).toBeNull()
  })

  test('finds nothing of the first Telegram account when another account opens the app', async () => {
    const { page } = await connect()
    page.storage.setItem('@appkit/recent_wallets', '[]')
    page.storage.setItem('WALLETCONNECT_DEEPLINK_CHOICE', '{}')
    const other = await page.reload({ telegramId: '43' })
    expect(other.connector.deviceWallet.get()).toEqual({ status: 'disconnected' })
    await prepare(other)
    expect(other.answers).toEqual([])
    const keys = other.storage.keys()
    expect(keys.filter((key) => !/^clasp\/(42|43|last-user)/.test(key))).toEqual([])
    const first = await other.reload({ telegramId: '42' })
    await first.connector.restore()
    expect(first.isConnected()).toBe(true)
  })
})

test('a list of all wallets that fails to load after another wallet was chosen is no answer', async () => {
  const page = openPage()
  await prepare(page)
  // It loads here with a warning, and cannot open without a page.
  vi.spyOn(console, 'warn').mockReturnValueOnce()
  await import('#client/wallets/evm/app-kit.ts')
  page.connector.connect('all-wallets')
  page.connector.connect('metamask')
  const wallet = await evm.world.openWallet()
  await wallet.follow(page.connector.link.get())
  expect(page.answers).toEqual([])
})

test('the connector loads and stores nothing before a member wants an EVM wallet', async () => {
  const storage = createMemoryStorage()
  const page = openPage({ storage })
  await page.connector.restore()
  page.telegram.comeBack()
  page.connector.reopen()
  page.connector.closeChooser()
  expect(page.providersOpened()).toBe(0)
  expect(storage.keys()).toEqual(['clasp/last-user-evm'])
})
