import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  addressItem,
  connectEvent,
  leavePage,
  PROOF,
  REQUEST,
  useTonPage,
} from '#tests/support/ton-page.ts'
import { FOR_ITSELF } from '#tests/support/fake-wallet-connector.ts'
import { until } from '#tests/support/until.ts'

const RECORD_KEY = 'clasp/42/ton/ton-connect-storage_bridge-connection'
const PROOF_ITEM = { name: 'ton_proof', proof: PROOF }
const DEVICE = { platform: 'iphone', appName: 'telegram-wallet', appVersion: '1', features: [] }
const SIGN = { attemptId: 'A'.repeat(22), message: 'Link this wallet', ...FOR_ITSELF }

const ton = useTonPage()

beforeEach(() => void ton.page.listen())

async function answer(event: object): Promise<void> {
  ton.bridge.answer(await ton.ask(), event)
  await ton.answered()
}

const approval = (payload: unknown) => ({ event: 'connect', id: Date.now(), payload })
const approvalWith = (item: object) => approval({ items: [addressItem(), item], device: DEVICE })

async function chooseInsider(): Promise<void> {
  await ton.page.connector.prepare(REQUEST)
  ton.page.connector.connect('ton:insider')
  await ton.answered()
}

function damageRecord(record: unknown): void {
  const text = typeof record === 'string' ? record : JSON.stringify(record)
  localStorage.setItem(RECORD_KEY, JSON.stringify(text))
}

/** The member's next choice after an answer: another attempt, whose wallet answers well. */
async function seeNextChoice(): Promise<void> {
  ton.page.answers.length = 0
  ton.bridge.answer(await ton.ask('q'.repeat(43)), connectEvent())
  await ton.answered()
  expect(ton.page.answers[0]?.kind).toBe('ton-proof')
}

test.each([
  ['a feature without types', { ...DEVICE, features: [{ name: 'SignData' }] }],
  ['a feature whose types are no list', { ...DEVICE, features: [{ name: 'SignData', types: 5 }] }],
  ['a feature that is null', { ...DEVICE, features: [null, 'SendTransaction'] }],
  ['features that are null', { ...DEVICE, features: null }],
  ['no features', { ...DEVICE, features: undefined }],
  ['no name', { ...DEVICE, appName: undefined }],
  ['a name that is no text', { ...DEVICE, appName: 5 }],
  ['nothing', {}],
])('what a wallet says of itself does not decide about its proof: %s', async (_, device) => {
  await answer(approval({ items: [addressItem(), PROOF_ITEM], device }))
  expect(ton.page.answers).toMatchObject([
    { kind: 'ton-proof', proof: { proof: PROOF }, walletApp: { name: 'Wallet' } },
  ])
  expect(ton.page.connector.deviceWallet.get().status).toBe('connected')
  expect(ton.page.connector.canSign()).toBe(false)
  leavePage()
  ton.open()
  ton.page.listen()
  await ton.page.connector.restore()
  expect(ton.page.connector.deviceWallet.get().status).toBe('connected')
  await seeNextChoice()
})

/** No events, or events without what the protocol requires. */
const ODD_EVENTS: [string, object][] = [
  ['no payload', { event: 'connect', id: 1 }],
  ['no items', approval({ device: DEVICE })],
  ['an item that is null', approval({ items: [null, PROOF_ITEM], device: DEVICE })],
  ['no account', approval({ items: [PROOF_ITEM], device: DEVICE })],
  [
    'an account without an address',
    approval({ items: [{ ...addressItem(), address: undefined }, PROOF_ITEM], device: DEVICE }),
  ],
  ['no device', approval({ items: [addressItem(), PROOF_ITEM] })],
  ['a device that is null', approval({ items: [addressItem(), PROOF_ITEM], device: null })],
  ['an error without a payload', { event: 'connect_error', id: 1 }],
  ['an event of no known name', { event: 'hello', id: 1 }],
  ['nothing', {}],
  ['a proof that is no object', approvalWith({ name: 'ton_proof', proof: 'yes' })],
  ['neither proof nor error', approvalWith({ name: 'ton_proof' })],
]

const ODD_PROOFS: [string, object][] = [
  ['a time in words', { timestamp: 'soon' }],
  // The specification's form: TON Connect's library refuses it before the page sees it.
  ['a time as text', { timestamp: String(PROOF.timestamp) }],
  ['a signature in base64url', { signature: '-_8=' }],
  ['a signature with line breaks', { signature: 'AA\nAA' }],
  ['a length that is not the domain’s', { domain: { lengthBytes: 3, value: 'app.x' } }],
]

test.each([
  ...ODD_EVENTS,
  ...ODD_PROOFS.map(([name, fields]): [string, object] => [
    name,
    approvalWith({ name: 'ton_proof', proof: { ...PROOF, ...fields } }),
  ]),
])('an answer that cannot be read settles at once as one: %s', async (_, event) => {
  await answer(event)
  expect(ton.page.answers).toEqual([{ kind: 'failure', code: 'wallet-answer-malformed' }])
  expect(ton.page.connector.link.get()).toBeNull()
  await seeNextChoice()
})

test.each([
  ['a proof', approvalWith({ name: 'ton_proof', error: { code: 400, message: 'no' } })],
  ['a proof, without a message', approvalWith({ name: 'ton_proof', error: { code: 400 } })],
  ['the connection', { event: 'connect_error', id: 1, payload: { code: 400, message: 'no' } }],
  ['the connection, without a message', { event: 'connect_error', id: 1, payload: { code: 400 } }],
])('a wallet that does not know how to give %s is unsupported', async (_, event) => {
  await answer(event)
  expect(ton.page.answers).toEqual([{ kind: 'failure', code: 'wallet-unsupported' }])
})

test('an unknown error of a wallet instead of a proof is its failure', async () => {
  await answer(approvalWith({ name: 'ton_proof', error: { code: 0, message: 'Invalid key' } }))
  expect(ton.page.answers).toEqual([{ kind: 'failure', code: 'wallet-failed' }])
})

test.each([
  ['an empty key counts as none', { publicKey: '' }, { publicKey: undefined }],
  ['a key that is null counts as none', { publicKey: null }, { publicKey: undefined }],
  ['a network as a number is the same network', { network: -239 }, { network: '-239' }],
])('%s', async (_, fields, expected) => {
  await answer(approval({ items: [{ ...addressItem(), ...fields }, PROOF_ITEM], device: DEVICE }))
  expect(ton.page.answers).toMatchObject([{ kind: 'ton-proof', proof: expected }])
  await seeNextChoice()
})

test('another network as a number is another network, and its wallet is disconnected', async () => {
  ton.bridge.asked.length = 0
  await answer(approval({ items: [{ ...addressItem(), network: -3 }, PROOF_ITEM], device: DEVICE }))
  expect(ton.page.answers).toEqual([{ kind: 'failure', code: 'ton-network-mismatch' }])
  await until(() => expect(ton.bridge.asked).toMatchObject([{ method: 'disconnect' }]))
  expect(ton.page.connector.deviceWallet.get()).toEqual({ status: 'disconnected' })
})

describe('a wallet that is part of the browser', () => {
  /** @param replies what it answers to each call */
  function inject(replies: { connect?: unknown; restore?: unknown; send?: unknown }): void {
    const tonconnect = {
      deviceInfo: DEVICE,
      protocolVersion: 2,
      isWalletBrowser: false,
      connect: () => Promise.resolve(replies.connect),
      restoreConnection: () => Promise.resolve(replies.restore),
      send: (request: object) => Promise.resolve({ ...request, ...Object(replies.send) }),
      listen: () => () => {},
      disconnect: () => {},
    }
    vi.stubGlobal('insider', { tonconnect })
  }

  const device = { ...DEVICE, features: [{ name: 'SignData', types: ['text'] }] }
  const approved = (fields: object = {}) =>
    approval({ items: [{ ...addressItem(), ...fields }, PROOF_ITEM], device })

  test('keeps the StateInit that it gave at first when it restores with an empty one', async () => {
    const result = { signature: 'AAAA', timestamp: 1, domain: 'app.example.com' }
    inject({
      connect: approved(),
      restore: approved({ walletStateInit: '' }),
      send: { result: { ...result, address: addressItem().address } },
    })
    await chooseInsider()
    leavePage()
    ton.open()
    ton.page.listen()
    ton.page.connector.sign(SIGN)
    await ton.answered()
    expect(ton.page.answers).toMatchObject([
      { kind: 'text', text: { stateInit: addressItem().walletStateInit } },
    ])
  })

  test.each([
    ['nothing', undefined],
    ['no device', approval({ items: [addressItem(), PROOF_ITEM] })],
    ['no account', approval({ items: [PROOF_ITEM], device })],
  ])('whose answer cannot be read settles at once: %s', async (_, connect) => {
    inject({ connect })
    await chooseInsider()
    expect(ton.page.answers).toEqual([{ kind: 'failure', code: 'wallet-answer-malformed' }])
    await seeNextChoice()
  })

  test('that refuses in an error of its own has failed', async () => {
    inject({ connect: { event: 'connect_error', payload: { code: 0, message: 'TypeErrors' } } })
    await chooseInsider()
    expect(ton.page.answers).toEqual([{ kind: 'failure', code: 'wallet-failed' }])
  })
})

describe('a damaged record of the library', () => {
  const KEYS = { publicKey: 'ab'.repeat(32), secretKey: 'cd'.repeat(32) }
  const SESSION = { sessionKeyPair: KEYS, walletPublicKey: 'ef'.repeat(32), bridgeUrl: 'https://x' }
  const connected = (fields: object) => ({ type: 'http', session: SESSION, ...fields })
  const records: [string, unknown][] = [
    ['no JSON', '{'],
    ['null', 'null'],
    ['an empty object', '{}'],
    ['no type that is known', { type: 'x' }],
    ['a pending connection without keys', { type: 'http', connectionSource: { bridgeUrl: 'x' } }],
    [
      'a pending connection without a bridge',
      { type: 'http', sessionCrypto: KEYS, connectionSource: null, createdAt: Date.now() },
    ],
    ['a connection without an event', connected({ connectEvent: null })],
    ['a connection without a device', connected({ connectEvent: approval({ items: [null] }) })],
    [
      'a connection without a session',
      { type: 'http', session: null, connectEvent: connectEvent([addressItem()]) },
    ],
    ['a wallet of the browser without a key', { type: 'injected' }],
  ]

  test.each(records)('is dropped where a wallet was connected: %s', async (_, record) => {
    await answer(connectEvent())
    leavePage()
    damageRecord(record)
    ton.open()
    ton.page.listen()
    expect(ton.page.connector.deviceWallet.get().status).toBe('connected')
    await ton.page.connector.restore()
    expect(ton.page.connector.deviceWallet.get()).toEqual({ status: 'disconnected' })
    await seeNextChoice()
  })

  test.each(records)('ends the wait for a wallet that was asked: %s', async (_, record) => {
    await ton.ask()
    leavePage()
    damageRecord(record)
    ton.open()
    ton.page.listen()
    await ton.page.connector.restore()
    expect(ton.page.connector.link.get()).toBeNull()
    await seeNextChoice()
  })
})
