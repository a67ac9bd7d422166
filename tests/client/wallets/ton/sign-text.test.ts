import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  ADDRESS,
  addressItem,
  APP_LINK,
  connectEvent,
  forgiveLibraryRejections,
  leavePage,
  openTonPage,
  PROOF,
  REQUEST,
  type TonPage,
} from '#tests/support/ton-page.ts'
import { FOR_ITSELF } from '#tests/support/fake-wallet-connector.ts'
import { openTonBridge, readWalletLink, type TonBridge } from '#tests/support/ton-bridge.ts'
import { until } from '#tests/support/until.ts'

const MESSAGE = 'Link this wallet to the Telegram account @ada (id 42).\n\nNonce: abc'
const SIGN = { attemptId: 'A'.repeat(22), message: MESSAGE, ...FOR_ITSELF }
const SIGNED = {
  signature: Buffer.alloc(64, 7).toString('base64'),
  address: ADDRESS,
  timestamp: 1_790_000_060,
  domain: 'app.example.com',
}
const ANSWER = {
  kind: 'text',
  text: { network: '-239', stateInit: 'te6cc', publicKey: 'cd'.repeat(32), ...SIGNED },
}

let bridge: TonBridge
let page: TonPage
let session: string

beforeAll(async () => {
  bridge = await openTonBridge()
  forgiveLibraryRejections()
})

afterAll(async () => {
  await bridge.close()
})

beforeEach(() => {
  vi.spyOn(console, 'debug').mockReturnValue()
  bridge.asked.length = 0
  page = open()
})

afterEach(() => {
  page.connector.cancel()
  leavePage()
  localStorage.clear()
  vi.restoreAllMocks()
})

function open(situation: Partial<Parameters<typeof openTonPage>[0]> = {}): TonPage {
  return openTonPage({ walletsListUrl: bridge.walletsListUrl, ...situation })
}

/** Goes as far as a connected wallet whose proof has arrived. */
async function connect(event: object = connectEvent()): Promise<void> {
  await page.connector.prepare(REQUEST)
  page.connector.connect('telegram-wallet')
  session = readWalletLink(page.lastLink()).clientId
  bridge.answer(session, event)
  page.listen()
  await until(() => expect(page.answers).toHaveLength(1))
  page.answers.length = 0
  page.opened.length = 0
}

/** Closes the page and opens the next one. */
async function reload(): Promise<void> {
  leavePage()
  await until(() => expect(bridge.waiting(session)).toBe(0))
  page = open()
  page.listen()
}

/** The last request at the wallet, when there are this many. */
async function request(count = 1) {
  await until(() => expect(bridge.asked).toHaveLength(count))
  const last = bridge.asked.at(-1)
  if (last === undefined) throw new Error('nothing was asked')
  return last
}

const answered = () => until(() => expect(page.answers).toHaveLength(1))

/** Long enough for an answer to arrive, if one came. */
const silence = () => new Promise((resolve) => setTimeout(resolve, 200))

describe('a text', () => {
  beforeEach(() => connect())

  test('reaches the wallet unchanged, for the account and network that were proven', async () => {
    expect(page.connector.canSign()).toBe(true)
    page.connector.sign(SIGN)
    const { method, params } = await request()
    expect(method).toBe('signData')
    expect(params.map((text): unknown => JSON.parse(text))).toEqual([
      { type: 'text', text: MESSAGE, network: '-239', from: ADDRESS },
    ])
  })

  test('comes back signed, with the data that the key is derived from, and the wallet stays connected', async () => {
    page.connector.sign(SIGN)
    const { id } = await request()
    bridge.answer(session, { id, result: { ...SIGNED, payload: { type: 'text', text: MESSAGE } } })
    await answered()
    expect(page.answers).toEqual([ANSWER])
    expect(page.connector.deviceWallet.get().status).toBe('connected')
    expect(bridge.asked).toHaveLength(1)
  })

  test('opens the wallet within the tap, with a link that carries no request', async () => {
    page.connector.sign(SIGN)
    expect(page.opened).toEqual([])
    page.connector.reopen()
    expect(page.opened).toHaveLength(1)
    const link = new URL(page.lastLink())
    expect(page.opened[0]).toBe(`telegram:${link.href}`)
    expect(link.origin + link.pathname).toBe('https://t.me/wallet/start')
    const startapp = link.searchParams.get('startapp') ?? ''
    expect(startapp).toMatch(new RegExp(`^tonconnect-v__2-id__${session}-trace--5Fid__[\\w-]+$`))
    expect(startapp).toMatch(/-ret__back$/)
    expect(startapp).not.toContain('-r__')
    await request()
  })

  test('a text is one request, which is shown again when the member signs again', async () => {
    page.connector.sign(SIGN)
    await request()
    page.connector.reopen()
    page.connector.sign(SIGN)
    page.connector.reopen()
    await silence()
    expect(page.opened).toHaveLength(2)
    expect(new Set(page.opened).size).toBe(1)
    expect(bridge.asked).toHaveLength(1)
  })

  test('a text of another attempt replaces the first, whose answer is ignored', async () => {
    page.connector.sign(SIGN)
    const first = await request()
    page.connector.sign({ ...SIGN, message: 'another' })
    const second = await request(2)
    bridge.answer(session, { id: first.id, result: SIGNED })
    await silence()
    expect(page.answers).toEqual([])
    bridge.answer(session, { id: second.id, result: SIGNED })
    await answered()
    expect(page.answers).toEqual([ANSWER])
  })

  test.each([
    [300, 'wallet-rejected'],
    [1, 'wallet-bad-request'],
    [100, 'ton-session-lost'],
    [0, 'wallet-failed'],
  ])(
    'a text that gets error %i becomes the failure %s, and can be sent again',
    async (code, expected) => {
      page.connector.sign(SIGN)
      const { id } = await request()
      bridge.answer(session, { id, error: { code, message: 'no' } })
      await answered()
      expect(page.answers).toEqual([{ kind: 'failure', code: expected }])
      expect(page.connector.deviceWallet.get().status).toBe('connected')
      page.connector.sign(SIGN)
      expect((await request(2)).id).not.toBe(id)
    },
  )

  test('a text that gets error 400 marks the wallet as one that cannot sign texts, and the app sends it no more', async () => {
    page.connector.sign(SIGN)
    const { id } = await request()
    bridge.answer(session, { id, error: { code: 400, message: 'no' } })
    await answered()
    expect(page.answers).toEqual([{ kind: 'failure', code: 'ton-text-unsupported' }])
    expect(page.connector.deviceWallet.get().status).toBe('connected')
    expect(page.connector.canSign()).toBe(false)
    page.answers.length = 0
    await reload()
    expect(page.connector.canSign()).toBe(false)
    await page.connector.restore()
    expect(page.connector.canSign()).toBe(false)
    page.connector.sign(SIGN)
    expect(page.answers).toEqual([{ kind: 'failure', code: 'ton-text-unsupported' }])
    expect(bridge.asked).toHaveLength(1)
  })

  test('a text can be sent over the next connection when an earlier one could not sign it', async () => {
    page.connector.sign(SIGN)
    const { id } = await request()
    bridge.answer(session, { id, error: { code: 400, message: 'no' } })
    await answered()
    await page.connector.prepare({ ...REQUEST, payload: 'q'.repeat(43) })
    page.connector.connect('telegram-wallet')
    bridge.answer(readWalletLink(page.lastLink()).clientId, connectEvent())
    await until(() => expect(page.connector.canSign()).toBe(true))
  })

  test('fails when another tab disconnects the wallet, and no further request is sent', async () => {
    page.connector.sign(SIGN)
    await request()
    page.disconnectElsewhere()
    await answered()
    expect(page.answers).toEqual([{ kind: 'failure', code: 'ton-session-lost' }])
    expect(page.connector.deviceWallet.get()).toEqual({ status: 'disconnected' })
    expect(page.connector.canSign()).toBe(false)
    await until(() => expect(bridge.asked.at(-1)?.method).toBe('disconnect'))
  })

  test.each([
    ['nothing', {}],
    ['a time that is none', { ...SIGNED, timestamp: 'soon' }],
    ['no signature', { ...SIGNED, signature: undefined }],
  ])('fails when the wallet answers with %s', async (_, result) => {
    page.connector.sign(SIGN)
    const { id } = await request()
    bridge.answer(session, { id, result })
    await answered()
    expect(page.answers).toEqual([{ kind: 'failure', code: 'wallet-answer-malformed' }])
  })

  test('ignores its answer after it was given up', async () => {
    page.connector.sign(SIGN)
    const { id } = await request()
    page.connector.cancel()
    bridge.answer(session, { id, result: SIGNED })
    await silence()
    expect(page.answers).toEqual([])
    expect(page.connector.deviceWallet.get().status).toBe('connected')
  })

  test('a text does not fail when it was given up and the next attempt disconnects the wallet', async () => {
    page.connector.sign(SIGN)
    await request()
    await page.connector.prepare({ ...REQUEST, payload: 'q'.repeat(43) })
    expect(page.answers).toEqual([])
  })

  test('fails when the wallet disconnects instead of answering', async () => {
    page.connector.sign(SIGN)
    await request()
    bridge.answer(session, { event: 'disconnect', id: Date.now() + 1, payload: {} })
    await answered()
    expect(page.answers).toEqual([{ kind: 'failure', code: 'ton-session-lost' }])
    expect(page.connector.deviceWallet.get()).toEqual({ status: 'disconnected' })
    expect(page.connector.canSign()).toBe(false)
  })
})

describe('after a reload', () => {
  beforeEach(() => connect())

  test('the wallet opens immediately and gets the request when the connection is restored', async () => {
    await reload()
    expect(page.connector.canSign()).toBe(true)
    page.connector.sign(SIGN)
    page.connector.reopen()
    expect(page.opened).toHaveLength(1)
    expect(page.lastLink()).toContain(`id__${session}`)
    const { id } = await request()
    bridge.answer(session, { id, result: SIGNED })
    await answered()
    expect(page.answers).toEqual([ANSWER])
  })

  test('the text can be sent again, and the answer to the first request is ignored', async () => {
    page.connector.sign(SIGN)
    const first = await request()
    await reload()
    bridge.answer(session, { id: first.id, result: SIGNED })
    await page.connector.restore()
    await silence()
    expect(page.answers).toEqual([])
    page.connector.sign(SIGN)
    const { id } = await request(2)
    bridge.answer(session, { id, result: SIGNED })
    await answered()
    expect(page.answers).toEqual([ANSWER])
  })

  test('a proof and then a text still arrive when the connection was pending', async () => {
    localStorage.clear()
    page = open()
    await page.connector.prepare(REQUEST)
    page.connector.connect('telegram-wallet')
    session = readWalletLink(page.lastLink()).clientId
    await until(() => expect(bridge.waiting(session)).toBe(1))
    await reload()
    await page.connector.restore()
    bridge.answer(session, connectEvent())
    await answered()
    page.answers.length = 0
    page.connector.sign(SIGN)
    page.connector.reopen()
    expect(page.lastLink()).toContain(`id__${session}`)
    const { id } = await request()
    bridge.answer(session, { id, result: SIGNED })
    await answered()
    expect(page.answers).toEqual([ANSWER])
  })
})

describe('a wallet that signs no texts', () => {
  test.each([
    ['data of no kind', []],
    ['only bytes and cells', ['binary', 'cell']],
  ])('a wallet with %s gets no request and is not opened', async (_, signs) => {
    await connect(connectEvent([addressItem(), { name: 'ton_proof', proof: PROOF }], signs))
    expect(page.connector.canSign()).toBe(false)
    page.connector.sign(SIGN)
    expect(page.answers).toEqual([{ kind: 'failure', code: 'ton-text-unsupported' }])
    await silence()
    expect(bridge.asked).toEqual([])
    expect(page.opened).toEqual([])
    await reload()
    expect(page.connector.canSign()).toBe(false)
  })

  test('fails to sign when it is not connected', async () => {
    page.listen()
    expect(page.connector.canSign()).toBe(false)
    page.connector.sign(SIGN)
    await answered()
    expect(page.answers).toEqual([{ kind: 'failure', code: 'ton-session-lost' }])
    expect(page.opened).toEqual([])
  })
})

test('the wallet gets the way back to the app when it is opened from Web A', async () => {
  page = open({ platform: 'weba' })
  await connect()
  page.connector.sign(SIGN)
  page.connector.reopen()
  expect(readReturn(page.lastLink())).toBe(APP_LINK)
  await request()
})

function readReturn(link: string): string | null {
  const startapp = new URL(link).searchParams.get('startapp') ?? ''
  const decoded = startapp.replaceAll('--', '%').replaceAll('__', '=').replaceAll('-', '&')
  return new URLSearchParams(decoded).get('ret')
}
