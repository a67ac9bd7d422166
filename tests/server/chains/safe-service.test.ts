import { type IncomingHttpHeaders, createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSafeService } from '#server/chains/safe-service.ts'
import { FAILING_ANSWERS, json, pour, type WriteAnswer } from '#tests/support/failing-answers.ts'
import { listenHere } from '#tests/support/listen-here.ts'

const OWNER = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A'
const SAFE = '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99'
const OTHER = '0x41675C099F32341bf84BFc5382aF534df5C7461a'
const HASH = `0x${'5a'.repeat(32)}`
const SIGNATURE = `0x${'ab'.repeat(64)}1b`

const page = (addresses: string[], next: string | null = null) =>
  json({
    count: 1,
    next,
    previous: null,
    results: addresses.map((address) => ({ address, owners: [] })),
  })
const message = (change: object = {}) =>
  json({
    safe: SAFE,
    messageHash: HASH,
    confirmations: [{ owner: OWNER, signature: SIGNATURE, signatureType: 'EOA' }],
    preparedSignature: SIGNATURE,
    ...change,
  })

let asked: { url: string; headers: IncomingHttpHeaders }[]
let reply: WriteAnswer
let apiUrl: string
let time: number
let close: () => Promise<void>

beforeEach(async () => {
  asked = []
  time = 1_795_190_400_000
  const server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers })
    reply(response)
  })
  const listening = await listenHere(server)
  apiUrl = `${listening.url}/tx-service`
  close = listening.close
})
afterEach(() => close())

function open(apiKey: string | null = null) {
  return createSafeService({ apiUrl, apiKey, fetch, now: () => time, timeoutMs: 1_000 })
}

describe('the Safes of a key', () => {
  test('are requested by the chain’s name, with the key as bearer', async () => {
    reply = page([SAFE, OTHER])
    expect(await open('a.jwt.key').getSafes(1, OWNER)).toEqual([SAFE, OTHER])
    expect(asked.map(({ url }) => url)).toEqual([
      `/tx-service/eth/api/v2/owners/${OWNER}/safes/?limit=100&offset=0`,
    ])
    expect(asked[0]?.headers.authorization).toBe('Bearer a.jwt.key')
  })

  test('are requested without a header where there is no key', async () => {
    reply = page([])
    expect(await open().getSafes(10, OWNER)).toEqual([])
    expect(asked[0]?.headers.authorization).toBeUndefined()
    expect(asked[0]?.url).toContain('/oeth/api/')
  })

  test.each([
    [1, 'eth'],
    [10, 'oeth'],
    [56, 'bnb'],
    [100, 'gno'],
    [137, 'pol'],
    [8453, 'base'],
    [42_161, 'arb1'],
    [43_114, 'avax'],
    [59_144, 'linea'],
    [534_352, 'scr'],
    [11_155_111, 'sep'],
    [84_532, 'basesep'],
  ])('chain %d is %s', async (chainId, name) => {
    reply = page([])
    await open().getSafes(chainId, OWNER)
    expect(asked[0]?.url).toMatch(new RegExp(`^/tx-service/${name}/api/`))
  })

  test('are none where the service does not serve the chain, and it is not queried', async () => {
    expect(await open().getSafes(31_337, OWNER)).toBe('none')
    expect(await open().getSignatures(31_337, HASH)).toBe('none')
    expect(asked).toEqual([])
    reply = json({ detail: 'Not found.' }, 404)
    expect(await open().getSafes(1, OWNER)).toBe('none')
  })

  test('are read from two pages at most, and each once', async () => {
    reply = page([SAFE, OTHER], 'https://elsewhere.example/?offset=100')
    expect(await open().getSafes(1, OWNER)).toEqual([SAFE, OTHER])
    expect(asked.map(({ url }) => url.split('?')[1])).toEqual([
      'limit=100&offset=0',
      'limit=100&offset=100',
    ])
  })

  test('are cached for three minutes, and requested once for all queries at the same time', async () => {
    reply = page([SAFE])
    const service = open()
    await Promise.all([service.getSafes(1, OWNER), service.getSafes(1, OWNER)])
    time += 179_999
    expect(await service.getSafes(1, OWNER)).toEqual([SAFE])
    expect(asked).toHaveLength(1)
    await service.getSafes(8453, OWNER)
    await service.getSafes(1, OTHER)
    expect(asked).toHaveLength(3)
    time += 1
    reply = page([OTHER])
    expect(await service.getSafes(1, OWNER)).toEqual([OTHER])
  })

  test('are requested again after a failure', async () => {
    const service = open()
    reply = json({}, 500)
    expect(await service.getSafes(1, OWNER)).toBe('unreachable')
    reply = page([SAFE])
    expect(await service.getSafes(1, OWNER)).toEqual([SAFE])
  })
})

describe('the signatures of a message', () => {
  test('are read, those of keys and the prepared one', async () => {
    const confirmations = [
      { owner: OWNER, signature: SIGNATURE },
      { owner: SAFE, signature: `${SIGNATURE}${'00'.repeat(65)}` },
    ]
    reply = message({ confirmations })
    expect(await open().getSignatures(1, HASH)).toEqual({
      confirmations: [{ owner: OWNER, signature: SIGNATURE }],
      prepared: SIGNATURE,
    })
    expect(asked[0]?.url).toBe(`/tx-service/eth/api/v1/messages/${HASH}/`)
  })

  test.each([null, '0x'])(
    'have no prepared one where there is none (%s)',
    async (preparedSignature) => {
      reply = message({ preparedSignature })
      expect(await open().getSignatures(1, HASH)).toMatchObject({ prepared: null })
    },
  )

  test('are none where no owner has signed there', async () => {
    reply = json({ detail: 'Not found.' }, 404)
    expect(await open().getSignatures(1, HASH)).toEqual({ confirmations: [], prepared: null })
  })

  test('are requested each time', async () => {
    reply = message()
    const service = open()
    await service.getSignatures(1, HASH)
    await service.getSignatures(1, HASH)
    expect(asked).toHaveLength(2)
  })
})

const tooMany = (headers: Record<string, string>) => json({ detail: 'throttled' }, 429, headers)

describe('a service that limits our requests', () => {
  test.each<[string, Record<string, string>, number]>([
    ['for as many seconds as it says', { 'retry-after': '30' }, 30_000],
    ['until the date that it says', { 'retry-after': 'Fri, 20 Nov 2026 16:02:00 GMT' }, 120_000],
    [
      'until its month is over',
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '600' },
      600_000,
    ],
    ['for five seconds where it says nothing', {}, 5_000],
    [
      'for five seconds where only the second was used up',
      { 'x-ratelimit-remaining': '49994', 'x-ratelimit-reset': '2591751' },
      5_000,
    ],
    ['for an hour at most', { 'retry-after': '2591751' }, 3_600_000],
    ['for five seconds where it says nonsense', { 'retry-after': 'soon' }, 5_000],
  ])('is left alone %s', async (_, headers, pause) => {
    const service = open()
    reply = tooMany(headers)
    expect(await service.getSafes(1, OWNER)).toBe('unreachable')
    reply = page([SAFE])
    time += pause - 1
    expect(await service.getSafes(8453, OTHER)).toBe('unreachable')
    expect(await service.getSignatures(1, HASH)).toBe('unreachable')
    expect(asked).toHaveLength(1)
    time += 1
    expect(await service.getSafes(1, OWNER)).toEqual([SAFE])
  })
})

const BAD: (readonly [string, WriteAnswer])[] = [
  ...FAILING_ANSWERS,
  ['is broken', json({}, 502)],
  ['refuses the key', json({ detail: 'Invalid API key.' }, 401)],
  ['answers what is no address', page(['somewhere'])],
  ['answers with a wrong checksum', page([SAFE.replace('fd07', 'Fd07')])],
  ['answers more than was asked for', page(Array.from({ length: 101 }, () => SAFE))],
  ['answers without end', pour],
]

test.each(BAD)('a service that %s is unreachable', async (_, wrong) => {
  reply = wrong
  expect(await open().getSafes(1, OWNER)).toBe('unreachable')
  expect(await open().getSignatures(1, HASH)).toBe('unreachable')
})

test.each([
  ['signatures that are none', { confirmations: null }],
  ['a prepared one that is no hex', { preparedSignature: '0xyz' }],
  ['a prepared one of half a byte', { preparedSignature: '0x1' }],
  ['a prepared one that is far too long', { preparedSignature: `0x${'00'.repeat(20_000)}` }],
  ['an owner that is no address', { confirmations: [{ owner: 'me', signature: SIGNATURE }] }],
])('a message with %s is no answer', async (_, change) => {
  reply = message(change)
  expect(await open().getSignatures(1, HASH)).toBe('unreachable')
})

test('a service is unreachable when nothing listens', async () => {
  await close()
  expect(await open().getSafes(1, OWNER)).toBe('unreachable')
})
