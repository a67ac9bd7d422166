import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  addressItem,
  ADDRESS,
  APP_LINK,
  connectEvent,
  leavePage,
  PROOF,
  REQUEST,
  useTonPage,
} from '#tests/support/ton-page.ts'
import { readWalletLink } from '#tests/support/ton-bridge.ts'
import { getWalletLinkLength } from '#server/config/public-url.ts'
import { until } from '#tests/support/until.ts'

const ton = useTonPage()

/** Opens a page and chooses the wallet outside Telegram on our screen. */
async function chooseOutsider(situation: Parameters<typeof ton.open>[0] = {}): Promise<void> {
  ton.open(situation)
  await ton.page.connector.prepare(REQUEST)
  ton.page.connector.connect('ton:outsider')
}

/** Goes away once the page listens for the session's wallet. */
async function leave(session: string): Promise<void> {
  await until(() => expect(ton.bridge.waiting(session)).toBe(1))
  leavePage()
  await until(() => expect(ton.bridge.waiting(session)).toBe(0))
}

describe('Wallet in Telegram', () => {
  test('receives the proof request for the wanted network, and answers with the proof', async () => {
    ton.page.listen()
    const session = await ton.ask()
    expect(readWalletLink(ton.page.lastLink()).request).toEqual({
      manifestUrl: 'https://app.example.com/tonconnect-manifest.json',
      items: [
        { name: 'ton_addr', network: '-239' },
        { name: 'ton_proof', payload: REQUEST.payload },
      ],
    })
    expect(ton.page.connector.walletApp.get()).toEqual({
      appName: 'telegram-wallet',
      name: 'Wallet',
    })
    ton.bridge.answer(session, connectEvent())
    await ton.answered()
    expect(ton.page.answers).toEqual([
      {
        kind: 'ton-proof',
        proof: {
          address: ADDRESS,
          network: '-239',
          stateInit: 'te6cc',
          publicKey: 'cd'.repeat(32),
          proof: PROOF,
        },
        walletApp: { appName: 'telegram-wallet', name: 'Wallet' },
      },
    ])
    expect(ton.page.connector.deviceWallet.get()).toMatchObject({
      status: 'connected',
      address: ADDRESS,
    })
    expect(ton.page.connector.link.get()).toBeNull()
  })

  test('is asked by a link as long as the start of the server reckons', async () => {
    await ton.ask()
    const startapp = new URL(ton.page.lastLink().replace('telegram:', '')).searchParams.get(
      'startapp',
    )
    const needed = startapp?.replace(/-(?:trace--5Fid|ret)__[^_]*?(?=-\w+?__|$)/g, '')
    expect(needed).toHaveLength(getWalletLinkLength('https://app.example.com', REQUEST.payload))
  })

  test.each([
    ['ios', 'telegram:', 'back'],
    ['tdesktop', 'telegram:', 'back'],
    ['web', 'telegram:', 'back'],
    ['weba', 'telegram:', APP_LINK],
    ['unknown', '', APP_LINK],
  ] as const)(
    'opens on %s with the instruction to return to %s%s',
    async (platform, prefix, returnTo) => {
      ton.open({ platform })
      await ton.ask()
      expect(ton.page.opened.at(-1)).toMatch(
        new RegExp(`^${prefix}https://t.me/wallet/start\\?startapp=`),
      )
      expect(readWalletLink(ton.page.lastLink()).returnTo).toBe(returnTo)
    },
  )

  test('shows a link to copy that asks for no return', async () => {
    await ton.ask()
    expect(readWalletLink(ton.page.connector.link.get() ?? '').returnTo).toBe('none')
  })
})

describe('a wallet outside Telegram that was chosen on our screen', () => {
  test.each([
    ['ios', 'back'],
    ['android', 'back'],
    ['unknown', 'none'],
  ] as const)('opens on %s with the instruction to return: %s', async (platform, returnTo) => {
    await chooseOutsider({ platform })
    expect(ton.page.opened).toHaveLength(1)
    expect(ton.page.lastLink()).toMatch(/^https:\/\/outsider\.example\/ton-connect\?/)
    expect(readWalletLink(ton.page.lastLink()).returnTo).toBe(returnTo)
    expect(ton.page.connector.walletApp.get()).toEqual({ appName: 'outsider', name: 'Outsider' })
    expect(ton.page.connector.chooserOpen.get()).toBe(false)
  })

  test.each(['tdesktop', 'macos', 'web', 'weba'] as const)(
    'has a link to scan on %s, and opens when the member says that it is on this device',
    async (platform) => {
      await chooseOutsider({ platform })
      expect(ton.page.opened).toEqual([])
      const { request, returnTo } = readWalletLink(ton.page.connector.link.get() ?? '')
      expect(request.items[1]).toEqual({ name: 'ton_proof', payload: REQUEST.payload })
      expect(returnTo).toBe('none')
      ton.page.connector.reopen()
      expect(ton.page.lastLink()).toMatch(/^https:\/\/outsider\.example\/ton-connect\?/)
    },
  )

  test('answers with its proof', async () => {
    await chooseOutsider()
    ton.page.listen()
    ton.bridge.answer(readWalletLink(ton.page.lastLink()).clientId, connectEvent())
    await ton.answered()
    expect(ton.page.answers[0]?.kind).toBe('ton-proof')
  })

  test('takes the place of one that was chosen before, whose answer no longer counts', async () => {
    await chooseOutsider()
    ton.page.listen()
    const former = readWalletLink(ton.page.lastLink()).clientId
    ton.page.connector.connect('telegram-wallet')
    const { clientId } = readWalletLink(ton.page.lastLink())
    ton.bridge.answer(former, connectEvent())
    ton.bridge.answer(clientId, connectEvent())
    await ton.answered()
    expect(ton.page.connector.walletApp.get()?.appName).toBe('telegram-wallet')
  })
})

describe('an answer', () => {
  test('an answer is stored until somebody listens, and passed on once', async () => {
    const session = await ton.ask()
    ton.bridge.answer(session, connectEvent())
    await until(() => expect(ton.page.connector.deviceWallet.get().status).toBe('connected'))
    ton.page.listen()
    expect(ton.page.answers).toHaveLength(1)
    ton.page.listen()
    expect(ton.page.answers).toHaveLength(1)
  })

  test.each([
    [300, 'wallet-rejected'],
    [1, 'wallet-bad-request'],
    [100, 'ton-session-lost'],
    [0, 'wallet-failed'],
    [9_999, 'wallet-failed'],
  ])('an answer with error %i becomes the failure %s', async (code, expected) => {
    ton.page.listen()
    const session = await ton.ask()
    const payload = { code, message: 'no' }
    ton.bridge.answer(session, { event: 'connect_error', id: Date.now(), payload })
    await ton.answered()
    expect(ton.page.answers).toEqual([{ kind: 'failure', code: expected }])
    expect(ton.page.connector.link.get()).toBeNull()
    expect(ton.page.connector.deviceWallet.get()).toEqual({ status: 'disconnected' })
  })

  test.each([
    ['without a proof', [addressItem()], 'wallet-no-proof'],
    [
      'of a wallet that cannot prove',
      [addressItem(), { name: 'ton_proof', error: { code: 400, message: 'no' } }],
      'wallet-unsupported',
    ],
    [
      'with a proof that is none',
      [addressItem(), { name: 'ton_proof', proof: { ...PROOF, timestamp: 'soon' } }],
      'wallet-answer-malformed',
    ],
    [
      'of another network',
      [addressItem('-3'), { name: 'ton_proof', proof: PROOF }],
      'ton-network-mismatch',
    ],
  ])('fails with its own code when it is wrong: %s', async (_, items, expected) => {
    ton.page.listen()
    const session = await ton.ask()
    ton.bridge.answer(session, connectEvent(items))
    await ton.answered()
    expect(ton.page.answers).toEqual([{ kind: 'failure', code: expected }])
  })

  test('an answer that another page of this account has taken is no answer here, and the connection stays', async () => {
    const passedOver = vi.spyOn(console, 'error').mockReturnValue()
    const session = await ton.ask()
    const pages = [ton.page, ton.open()]
    for (const page of pages) page.listen()
    await ton.page.connector.restore()
    await until(() => expect(ton.bridge.waiting(session)).toBe(2))
    ton.bridge.answer(session, connectEvent())
    await until(() => expect(passedOver).toHaveBeenCalled())
    // The timer by which it would fail as one that cannot be read was set before this one.
    await new Promise((resolve) => setTimeout(resolve))
    expect(pages.flatMap(({ answers }) => answers)).toMatchObject([{ kind: 'ton-proof' }])
    pages.find(({ answers }) => answers.length === 0)?.connector.cancel()
    const later = ton.open()
    await later.connector.restore()
    expect(later.connector.deviceWallet.get()).toMatchObject({ address: ADDRESS })
  })

  test('an answer is dropped when the connection was given up', async () => {
    ton.page.listen()
    const session = await ton.ask()
    await until(() => expect(ton.bridge.waiting(session)).toBe(1))
    ton.page.connector.cancel()
    expect(ton.page.connector.link.get()).toBeNull()
    await until(() => expect(ton.bridge.waiting(session)).toBe(0))
    ton.bridge.answer(session, connectEvent())
    ton.open()
    ton.page.listen()
    await ton.page.connector.restore()
    expect(ton.page.answers).toEqual([])
    expect(ton.page.connector.deviceWallet.get()).toEqual({ status: 'disconnected' })
  })
})

describe('a reload', () => {
  test('keeps the pending connection, with its link immediately and its proof when it comes', async () => {
    const session = await ton.ask()
    const before = ton.page.lastLink()
    await leave(session)
    ton.open()
    ton.page.listen()
    expect(ton.page.connector.deviceWallet.get()).toEqual({ status: 'restoring' })
    expect(ton.page.connector.walletApp.get()).toEqual({
      appName: 'telegram-wallet',
      name: 'Wallet',
    })
    ton.page.connector.reopen()
    expect(ton.page.lastLink()).toBe(before)
    await ton.page.connector.restore()
    ton.bridge.answer(session, connectEvent())
    await ton.answered()
    expect(ton.page.answers[0]).toMatchObject({ kind: 'ton-proof', proof: { address: ADDRESS } })
  })

  test('receives the answer that came while the page was away', async () => {
    const session = await ton.ask()
    await leave(session)
    ton.bridge.answer(session, connectEvent())
    ton.open()
    ton.page.listen()
    await ton.page.connector.restore()
    await ton.answered()
    expect(ton.page.answers[0]?.kind).toBe('ton-proof')
  })

  test('requests the same proof again when it happens at the moment of approval and loses the proof', async () => {
    const session = await ton.ask()
    const pending = localStorage.getItem('clasp/42/ton/pending') ?? ''
    ton.bridge.answer(session, connectEvent())
    await until(() => expect(ton.page.connector.deviceWallet.get().status).toBe('connected'))
    // The library has stored the connection; what this page had made of it is lost.
    localStorage.setItem('clasp/42/ton/pending', pending)
    localStorage.removeItem('clasp/42/ton/connected')
    leavePage()
    ton.open()
    ton.page.listen()
    await ton.page.connector.restore()
    expect(ton.page.answers).toEqual([])
    expect(ton.page.connector.deviceWallet.get()).toEqual({ status: 'disconnected' })
    ton.page.connector.connect('telegram-wallet')
    const { clientId, request } = readWalletLink(ton.page.lastLink())
    expect(request.items).toContainEqual({ name: 'ton_proof', payload: REQUEST.payload })
    ton.bridge.answer(clientId, connectEvent())
    await ton.answered()
    expect(ton.page.answers[0]?.kind).toBe('ton-proof')
  })

  test('finds nothing pending after five minutes', async () => {
    await ton.ask()
    ton.open({ now: () => Date.now() + 5 * 60_000 })
    expect(ton.page.connector.deviceWallet.get()).toEqual({ status: 'disconnected' })
    expect(ton.page.connector.link.get()).toBeNull()
  })

  test('shows the connected wallet before the library has loaded, and restores it without a proof', async () => {
    const session = await ton.ask()
    ton.bridge.answer(session, connectEvent())
    await until(() => expect(ton.page.connector.deviceWallet.get().status).toBe('connected'))
    leavePage()
    ton.open()
    ton.page.listen()
    expect(ton.page.connector.deviceWallet.get()).toMatchObject({
      status: 'connected',
      address: ADDRESS,
    })
    await ton.page.connector.restore()
    expect(ton.page.connector.deviceWallet.get()).toMatchObject({
      status: 'connected',
      address: ADDRESS,
    })
    expect(ton.page.answers).toEqual([])
  })
})

describe('a connected wallet', () => {
  beforeEach(async () => {
    const session = await ton.ask()
    ton.bridge.answer(session, connectEvent())
    await vi.waitUntil(() => ton.page.connector.deviceWallet.get().status === 'connected')
    leavePage()
    ton.open()
    ton.bridge.asked.length = 0
  })

  test('a connected wallet is disconnected before it proves again, because a restored connection carries no proof', async () => {
    ton.page.listen()
    const session = await ton.ask()
    expect(ton.bridge.asked).toMatchObject([{ method: 'disconnect' }])
    ton.bridge.answer(session, connectEvent())
    await ton.answered()
    expect(ton.page.answers[0]?.kind).toBe('ton-proof')
  })

  test('stays disconnected after the member disconnects it', async () => {
    await ton.page.connector.disconnect()
    expect(ton.page.connector.deviceWallet.get()).toEqual({ status: 'disconnected' })
    ton.open()
    await ton.page.connector.restore()
    expect(ton.page.connector.deviceWallet.get()).toEqual({ status: 'disconnected' })
  })

  test('a connected wallet of one Telegram account is invisible to another account on the same device', async () => {
    localStorage.setItem('ton-connect-ui_wallet-info', '{}')
    const other = ton.open({ telegramId: '43' }).connector
    expect(other.deviceWallet.get()).toEqual({ status: 'disconnected' })
    await other.restore()
    expect(other.deviceWallet.get()).toEqual({ status: 'disconnected' })
    const keys = Object.keys(localStorage)
    expect(keys.filter((key) => !/^clasp\/(42|last-user)/.test(key))).toEqual([])
    expect(ton.open().connector.deviceWallet.get().status).toBe('connected')
  })
})

test('a wallets list that does not arrive is fetched again, and the library’s own never replaces it', async () => {
  const refused = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('no network'))
  await expect(ton.page.connector.prepare(REQUEST)).rejects.toMatchObject({
    code: 'wallet-library-unavailable',
  })
  expect(refused).toHaveBeenCalledOnce()
  await ton.page.connector.prepare(REQUEST)
  ton.page.connector.connect('ton:outsider')
  expect(ton.page.lastLink()).toContain('outsider')
})

test('a wallets list that never answers makes the library unavailable instead of blocking the app', async () => {
  vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => {}))
  vi.useFakeTimers()
  const prepared = ton.page.connector.prepare(REQUEST).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await prepared).toMatchObject({ code: 'wallet-library-unavailable' })
  vi.useRealTimers()
})
