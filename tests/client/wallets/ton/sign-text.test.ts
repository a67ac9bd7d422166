import { beforeEach, describe, expect, test } from 'vitest'
import {
  ADDRESS,
  addressItem,
  APP_LINK,
  connectEvent,
  leavePage,
  PROOF,
  REQUEST,
  useTonPage,
} from '#tests/support/ton-page.ts'
import { FOR_ITSELF } from '#tests/support/fake-wallet-connector.ts'
import { readWalletLink } from '#tests/support/ton-bridge.ts'
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

const ton = useTonPage()
let session: string

/** Goes as far as a connected wallet whose proof has arrived. */
async function connect(event: object = connectEvent()): Promise<void> {
  session = await ton.ask()
  ton.bridge.answer(session, event)
  ton.page.listen()
  await ton.answered()
  ton.page.answers.length = 0
  ton.page.opened.length = 0
}

/** Closes the page and opens the next one. */
async function reload(): Promise<void> {
  leavePage()
  await until(() => expect(ton.bridge.waiting(session)).toBe(0))
  ton.open()
  ton.page.listen()
}

/** The last request at the wallet, when there are this many. */
async function request(count = 1) {
  await until(() => expect(ton.bridge.asked).toHaveLength(count))
  const last = ton.bridge.asked.at(-1)
  if (last === undefined) throw new Error('nothing was asked')
  return last
}

/** Long enough for an answer to arrive, if one came. */
const silence = () => new Promise((resolve) => setTimeout(resolve, 200))

describe('a text', () => {
  beforeEach(() => connect())

  test('reaches the wallet unchanged, for the account and network that were proven', async () => {
    expect(ton.page.connector.canSign()).toBe(true)
    ton.page.connector.sign(SIGN)
    const { method, params } = await request()
    expect(method).toBe('signData')
    expect(params.map((text): unknown => JSON.parse(text))).toEqual([
      { type: 'text', text: MESSAGE, network: '-239', from: ADDRESS },
    ])
  })

  test('comes back signed, with the data that the key is derived from, and the wallet stays connected', async () => {
    ton.page.connector.sign(SIGN)
    const { id } = await request()
    ton.bridge.answer(session, {
      id,
      result: { ...SIGNED, payload: { type: 'text', text: MESSAGE } },
    })
    await ton.answered()
    expect(ton.page.answers).toEqual([ANSWER])
    expect(ton.page.connector.deviceWallet.get().status).toBe('connected')
    expect(ton.bridge.asked).toHaveLength(1)
  })

  test('opens the wallet within the tap, with a link that carries no request', async () => {
    ton.page.connector.sign(SIGN)
    expect(ton.page.opened).toEqual([])
    ton.page.connector.reopen()
    expect(ton.page.opened).toHaveLength(1)
    const link = new URL(ton.page.lastLink())
    expect(ton.page.opened[0]).toBe(`telegram:${link.href}`)
    expect(link.origin + link.pathname).toBe('https://t.me/wallet/start')
    const startapp = link.searchParams.get('startapp') ?? ''
    expect(startapp).toMatch(new RegExp(`^tonconnect-v__2-id__${session}-trace--5Fid__[\\w-]+$`))
    expect(startapp).toMatch(/-ret__back$/)
    expect(startapp).not.toContain('-r__')
    await request()
  })

  test('a text is one request, which is shown again when the member signs again', async () => {
    ton.page.connector.sign(SIGN)
    await request()
    ton.page.connector.reopen()
    ton.page.connector.sign(SIGN)
    ton.page.connector.reopen()
    await silence()
    expect(ton.page.opened).toHaveLength(2)
    expect(new Set(ton.page.opened).size).toBe(1)
    expect(ton.bridge.asked).toHaveLength(1)
  })

  test('a text of another attempt replaces the first, whose answer is ignored', async () => {
    ton.page.connector.sign(SIGN)
    const first = await request()
    ton.page.connector.sign({ ...SIGN, message: 'another' })
    const second = await request(2)
    ton.bridge.answer(session, { id: first.id, result: SIGNED })
    await silence()
    expect(ton.page.answers).toEqual([])
    ton.bridge.answer(session, { id: second.id, result: SIGNED })
    await ton.answered()
    expect(ton.page.answers).toEqual([ANSWER])
  })

  test.each([
    [300, 'wallet-rejected'],
    [1, 'wallet-bad-request'],
    [100, 'ton-session-lost'],
    [0, 'wallet-failed'],
  ])(
    'a text that gets error %i becomes the failure %s, and can be sent again',
    async (code, expected) => {
      ton.page.connector.sign(SIGN)
      const { id } = await request()
      ton.bridge.answer(session, { id, error: { code, message: 'no' } })
      await ton.answered()
      expect(ton.page.answers).toEqual([{ kind: 'failure', code: expected }])
      expect(ton.page.connector.deviceWallet.get().status).toBe('connected')
      ton.page.connector.sign(SIGN)
      expect((await request(2)).id).not.toBe(id)
    },
  )

  test('a text that gets error 400 marks the wallet as one that cannot sign texts, and the app sends it no more', async () => {
    ton.page.connector.sign(SIGN)
    const { id } = await request()
    ton.bridge.answer(session, { id, error: { code: 400, message: 'no' } })
    await ton.answered()
    expect(ton.page.answers).toEqual([{ kind: 'failure', code: 'ton-text-unsupported' }])
    expect(ton.page.connector.deviceWallet.get().status).toBe('connected')
    expect(ton.page.connector.canSign()).toBe(false)
    ton.page.answers.length = 0
    await reload()
    expect(ton.page.connector.canSign()).toBe(false)
    await ton.page.connector.restore()
    expect(ton.page.connector.canSign()).toBe(false)
    ton.page.connector.sign(SIGN)
    expect(ton.page.answers).toEqual([{ kind: 'failure', code: 'ton-text-unsupported' }])
    expect(ton.bridge.asked).toHaveLength(1)
  })

  test('a text can be sent over the next connection when an earlier one could not sign it', async () => {
    ton.page.connector.sign(SIGN)
    const { id } = await request()
    ton.bridge.answer(session, { id, error: { code: 400, message: 'no' } })
    await ton.answered()
    await ton.page.connector.prepare({ ...REQUEST, payload: 'q'.repeat(43) })
    ton.page.connector.connect('telegram-wallet')
    ton.bridge.answer(readWalletLink(ton.page.lastLink()).clientId, connectEvent())
    await until(() => expect(ton.page.connector.canSign()).toBe(true))
  })

  test('fails when another tab disconnects the wallet, and no further request is sent', async () => {
    ton.page.connector.sign(SIGN)
    await request()
    ton.page.disconnectElsewhere()
    await ton.answered()
    expect(ton.page.answers).toEqual([{ kind: 'failure', code: 'ton-session-lost' }])
    expect(ton.page.connector.deviceWallet.get()).toEqual({ status: 'disconnected' })
    expect(ton.page.connector.canSign()).toBe(false)
    await until(() => expect(ton.bridge.asked.at(-1)?.method).toBe('disconnect'))
  })

  test.each([
    ['nothing', {}],
    ['a time that is none', { ...SIGNED, timestamp: 'soon' }],
    ['no signature', { ...SIGNED, signature: undefined }],
  ])('fails when the wallet answers with %s', async (_, result) => {
    ton.page.connector.sign(SIGN)
    const { id } = await request()
    ton.bridge.answer(session, { id, result })
    await ton.answered()
    expect(ton.page.answers).toEqual([{ kind: 'failure', code: 'wallet-answer-malformed' }])
  })

  test('ignores its answer after it was given up', async () => {
    ton.page.connector.sign(SIGN)
    const { id } = await request()
    ton.page.connector.cancel()
    ton.bridge.answer(session, { id, result: SIGNED })
    await silence()
    expect(ton.page.answers).toEqual([])
    expect(ton.page.connector.deviceWallet.get().status).toBe('connected')
  })

  test('a text does not fail when it was given up and the next attempt disconnects the wallet', async () => {
    ton.page.connector.sign(SIGN)
    await request()
    await ton.page.connector.prepare({ ...REQUEST, payload: 'q'.repeat(43) })
    expect(ton.page.answers).toEqual([])
  })

  test('fails when the wallet disconnects instead of answering', async () => {
    ton.page.connector.sign(SIGN)
    await request()
    ton.bridge.answer(session, { event: 'disconnect', id: Date.now() + 1, payload: {} })
    await ton.answered()
    expect(ton.page.answers).toEqual([{ kind: 'failure', code: 'ton-session-lost' }])
    expect(ton.page.connector.deviceWallet.get()).toEqual({ status: 'disconnected' })
    expect(ton.page.connector.canSign()).toBe(false)
  })
})

describe('after a reload', () => {
  beforeEach(() => connect())

  test('the wallet opens immediately and gets the request when the connection is restored', async () => {
    await reload()
    expect(ton.page.connector.canSign()).toBe(true)
    ton.page.connector.sign(SIGN)
    ton.page.connector.reopen()
    expect(ton.page.opened).toHaveLength(1)
    expect(ton.page.lastLink()).toContain(`id__${session}`)
    const { id } = await request()
    ton.bridge.answer(session, { id, result: SIGNED })
    await ton.answered()
    expect(ton.page.answers).toEqual([ANSWER])
  })

  test('the text can be sent again, and the answer to the first request is ignored', async () => {
    ton.page.connector.sign(SIGN)
    const first = await request()
    await reload()
    ton.bridge.answer(session, { id: first.id, result: SIGNED })
    await ton.page.connector.restore()
    await silence()
    expect(ton.page.answers).toEqual([])
    ton.page.connector.sign(SIGN)
    const { id } = await request(2)
    ton.bridge.answer(session, { id, result: SIGNED })
    await ton.answered()
    expect(ton.page.answers).toEqual([ANSWER])
  })

  test('a proof and then a text still arrive when the connection was pending', async () => {
    localStorage.clear()
    ton.open()
    await ton.page.connector.prepare(REQUEST)
    ton.page.connector.connect('telegram-wallet')
    session = readWalletLink(ton.page.lastLink()).clientId
    await until(() => expect(ton.bridge.waiting(session)).toBe(1))
    await reload()
    await ton.page.connector.restore()
    ton.bridge.answer(session, connectEvent())
    await ton.answered()
    ton.page.answers.length = 0
    ton.page.connector.sign(SIGN)
    ton.page.connector.reopen()
    expect(ton.page.lastLink()).toContain(`id__${session}`)
    const { id } = await request()
    ton.bridge.answer(session, { id, result: SIGNED })
    await ton.answered()
    expect(ton.page.answers).toEqual([ANSWER])
  })
})

describe('a wallet that signs no texts', () => {
  test.each([
    ['data of no kind', []],
    ['only bytes and cells', ['binary', 'cell']],
  ])('a wallet with %s gets no request and is not opened', async (_, signs) => {
    await connect(connectEvent([addressItem(), { name: 'ton_proof', proof: PROOF }], signs))
    expect(ton.page.connector.canSign()).toBe(false)
    ton.page.connector.sign(SIGN)
    expect(ton.page.answers).toEqual([{ kind: 'failure', code: 'ton-text-unsupported' }])
    await silence()
    expect(ton.bridge.asked).toEqual([])
    expect(ton.page.opened).toEqual([])
    await reload()
    expect(ton.page.connector.canSign()).toBe(false)
  })

  test('fails to sign when it is not connected', async () => {
    ton.page.listen()
    expect(ton.page.connector.canSign()).toBe(false)
    ton.page.connector.sign(SIGN)
    await ton.answered()
    expect(ton.page.answers).toEqual([{ kind: 'failure', code: 'ton-session-lost' }])
    expect(ton.page.opened).toEqual([])
  })
})

test('the wallet gets the way back to the app when it is opened from Web A', async () => {
  ton.open({ platform: 'weba' })
  await connect()
  ton.page.connector.sign(SIGN)
  ton.page.connector.reopen()
  expect(readReturn(ton.page.lastLink())).toBe(APP_LINK)
  await request()
})

function readReturn(link: string): string | null {
  const startapp = new URL(link).searchParams.get('startapp') ?? ''
  const decoded = startapp.replaceAll('--', '%').replaceAll('__', '=').replaceAll('-', '&')
  return new URLSearchParams(decoded).get('ret')
}
