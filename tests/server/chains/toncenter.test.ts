import { EventEmitter, once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createToncenter } from '#server/chains/toncenter.ts'
import { FAILING_ANSWERS, json, pour, type WriteAnswer } from '#tests/support/failing-answers.ts'
import { listenHere } from '#tests/support/listen-here.ts'

const ADDRESS = `0:${'ab'.repeat(32)}`
const KEY = '05'.repeat(32)

type ReceivedRequest = { method: string; url: string; key: string | undefined; body: string }

const account = (state: unknown) =>
  json({ ok: true, result: { '@type': 'raw.fullAccountState', state } })
const run = (exit_code: unknown, stack: unknown, block_id?: unknown) =>
  json({ ok: true, result: { exit_code, stack, block_id } })
const key = (value: unknown, block_id?: unknown) => run(0, [['num', value]], block_id)

let asked: ReceivedRequest[]
let replies: WriteAnswer[]
let apiUrl: string
let close: () => Promise<void>

beforeEach(async () => {
  asked = []
  replies = []
  const server = createServer((request, response) => void answer(request, response))
  ;({ url: apiUrl, close } = await listenHere(server))
})
afterEach(() => close())

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '', headers } = request
  const apiKey = headers['x-api-key']
  asked.push({ method, url, key: apiKey?.toString(), body: await text(request) })
  const reply = replies.shift()
  if (reply === undefined) response.destroy()
  else reply(response)
}

function ask(answers: WriteAnswer[], options: { apiKey?: string; timeoutMs?: number } = {}) {
  replies = answers
  const chain = createToncenter({
    network: '-239',
    apiUrl,
    apiKey: null,
    fetch,
    retryDelayMs: 1,
    ...options,
  })
  return chain.accountKey(ADDRESS)
}

describe('answers of the chain', () => {
  test('a deployed wallet names its key', async () => {
    expect(await ask([account('active'), key(`0x${KEY}`)])).toEqual({
      status: 'active',
      publicKey: new Uint8Array(Buffer.from(KEY, 'hex')),
    })
  })

  test.each([
    ['of the masterchain', { workchain: -1, seqno: 7 }, { seqno: 7 }],
    ['of another chain', { workchain: 0, seqno: 7 }, undefined],
    ['with a number that is none', { workchain: -1, seqno: 1.5 }, undefined],
    ['that is too high', { workchain: -1, seqno: 2 ** 32 }, undefined],
    ['that is no block', 'a block', undefined],
  ])('a key is read with its block, or without one: a block %s', async (_, block_id, block) => {
    const result = { state: 'active', block_id }
    const reply = await ask([json({ ok: true, result }), key(`0x${KEY}`, block_id)])
    expect(reply).toEqual({
      status: 'active',
      publicKey: new Uint8Array(Buffer.from(KEY, 'hex')),
      block,
    })
  })

  test.each([
    ['at another block', { workchain: -1, seqno: 8 }],
    ['at a block that the API does not name', undefined],
  ])(
    'a key is asked for at the block of its account, and names none where it ran %s',
    async (_, ranAt) => {
      const result = { state: 'active', block_id: { workchain: -1, seqno: 7 } }
      const reply = await ask([json({ ok: true, result }), key(`0x${KEY}`, ranAt)])
      expect(JSON.parse(asked[1]?.body ?? '')).toMatchObject({ seqno: 7 })
      expect(reply).toMatchObject({ status: 'active', block: undefined })
    },
  )

  test('a key whose number is short keeps its leading zeros', async () => {
    expect(await ask([account('active'), key('0x1f')])).toEqual({
      status: 'active',
      publicKey: Uint8Array.of(...Array<number>(31).fill(0), 0x1f),
    })
  })

  test.each([
    ['uninitialized', 'inactive'],
    ['frozen', 'frozen'],
  ])('an account that is %s is %s, and no method runs', async (state, status) => {
    expect(await ask([account(state)])).toEqual({ status })
    expect(asked).toHaveLength(1)
  })

  test.each([11, 32, -14, 4_294_967_040])(
    'exit code %i means that there is no key',
    async (exitCode) => {
      expect(await ask([account('active'), run(exitCode, [])])).toEqual({ status: 'no-key' })
    },
  )
})

describe('attack: a contract leaves no well-formed key, which is settled as no key and not asked for again', () => {
  test.each([
    ['answers an empty stack', run(0, [])] as const,
    [
      'answers more than the key',
      run(0, [
        ['num', '0x1'],
        ['num', '0x2'],
      ]),
    ] as const,
    ['answers a cell', run(0, [['cell', { bytes: 'te6' }]])] as const,
    ['answers a number in decimals', key('12')] as const,
    ['answers a negative number', key('-0x1')] as const,
    ['answers a number too large', key(`0x1${KEY}`)] as const,
    ['answers a number that is none', key('0x')] as const,
    ['answers a number that is JSON', key(5)] as const,
  ])('when get_public_key %s', async (_, reply) => {
    expect(await ask([account('active'), reply])).toEqual({ status: 'no-key' })
    expect(asked).toHaveLength(2)
  })
})

describe('queries to the API', () => {
  test('ask for the state first, then for the get-method, with the key of the API', async () => {
    await ask([account('active'), key(`0x${KEY}`)], { apiKey: 'secret-key' })
    expect(asked).toEqual([
      {
        method: 'GET',
        url: `/api/v2/getAddressInformation?address=${encodeURIComponent(ADDRESS)}`,
        key: 'secret-key',
        body: '',
      },
      {
        method: 'POST',
        url: '/api/v2/runGetMethod',
        key: 'secret-key',
        body: JSON.stringify({ address: ADDRESS, method: 'get_public_key', stack: [] }),
      },
    ])
  })

  test('have no header without a key', async () => {
    await ask([account('uninitialized')])
    expect(asked[0]?.key).toBeUndefined()
  })

  test.each([429, 500, 503])(
    'are sent once more where the API refused them with %i',
    async (status) => {
      expect(await ask([json({ ok: false }, status), account('uninitialized')])).toEqual({
        status: 'inactive',
      })
      const twice = [
        json({ ok: false }, status),
        json({ ok: false }, status),
        account('uninitialized'),
      ]
      expect(await ask(twice)).toEqual({ status: 'unreachable' })
    },
  )
})

describe('unreachable, never "not deployed"', () => {
  const bad: (readonly [string, WriteAnswer])[] = [
    ...FAILING_ANSWERS,
    ['refuses the request', json({ ok: true, result: { state: 'uninitialized' } }, 400)],
    ['refuses the key of the API', json({ ok: false }, 401)],
    ['does not know the call', json({ ok: false }, 404)],
    ['says ok: false with status 200', json({ ok: false, result: { state: 'uninitialized' } })],
    ['leaves the result out', json({ ok: true })],
    ['answers with an error in a result', json({ ok: true, result: 'error' })],
  ]

  test.each([
    ...bad,
    ['answers an unknown state', account('nonexistent')] as const,
    ['answers an empty state', account('')] as const,
    ['answers no state', account(null)] as const,
    ['answers the state in capitals', account('UNINITIALIZED')] as const,
  ])('the state is unreachable when the chain, queried for it, %s', async (_, reply) => {
    expect(await ask([reply, account('uninitialized')], { timeoutMs: 200 })).toEqual({
      status: 'unreachable',
    })
  })

  test.each([
    ...bad,
    ['answers no exit code', run(null, [['num', `0x${KEY}`]])] as const,
    ['answers no stack', run(0, null)] as const,
  ])('the key is unreachable when the chain, queried for it, %s', async (_, reply) => {
    expect(await ask([account('active'), reply], { timeoutMs: 200 })).toEqual({
      status: 'unreachable',
    })
  })

  test('the chain is unreachable when nothing listens', async () => {
    await close()
    expect(await ask([])).toEqual({ status: 'unreachable' })
  })
})

test('an answer without end is cut off, and says nothing', async () => {
  const connection = new EventEmitter()
  const isCut = once(connection, 'cut')
  const endless: WriteAnswer = (response) => {
    response.on('close', () => connection.emit('cut'))
    pour(response)
  }
  expect(await ask([endless])).toEqual({ status: 'unreachable' })
  await isCut
})
