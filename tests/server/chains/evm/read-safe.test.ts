import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { type Address, type Hex, getAddress, isHex, numberToHex, pad } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '#demo/evm/anvil.ts'
import { SAFE_ADDRESSES } from '#demo/evm/safe-contracts.ts'
import { deploySafeContracts, type Safes } from '#demo/evm/safe.ts'
import { createEvmChains } from '#server/chains/evm.ts'
import type { RpcUrls } from '#server/chains/evm/public-endpoints.ts'
import { readSafe, safeCalls } from '#server/chains/evm/read-safe.ts'
import {
  delegationTo,
  ODD_CONTRACTS,
  placeCode,
  readAnswer,
  readLatestBlock,
  writeStorage,
} from '#tests/support/evm-contracts.ts'
import { pour } from '#tests/support/failing-answers.ts'
import { listenForTest } from '#tests/support/listen-for-test.ts'

const START_MS = 60_000
const KEYS = [1, 2, 3].map((number) => numberToHex(number, { size: 32 }))
const OWNERS = KEYS.map((key) => privateKeyToAddress(key))
const MODULE: Address = '0x00000000000000000000000000000000000A11cE'
const EMPTY: Address = '0x00000000000000000000000000000000000E0117'

let ethereum: Anvil
let base: Anvil
let safes: Safes

beforeAll(async () => {
  ;[ethereum, base] = await Promise.all([startAnvil({ chainId: 1 }), startAnvil({ chainId: 8453 })])
  safes = await deploySafeContracts(ethereum)
}, START_MS)
afterAll(() => Promise.all([ethereum.close(), base.close()]), START_MS)

type Use = { timeoutMs?: number; fetch?: typeof fetch }

function read(address: string, rpcUrls: RpcUrls = [ethereum.url], use: Use = {}) {
  return createEvmChains({ chains: [{ id: 1, rpcUrls }], fetch, ...use }).readSafe(1, address)
}

/** Writes a word into the storage of a contract, after leading zeros. */
function store(address: string, slot: string, word: Hex): Promise<void> {
  return writeStorage(ethereum, address, { slot, value: pad(word) })
}

const treasury = (salt: bigint) => ({ owners: OWNERS, threshold: 2, salt })

describe('the reader of a genuine Safe', () => {
  test('reads everything about a Safe of two out of three owners', async () => {
    const { address } = await safes.create(treasury(1n))
    const expected = await safes.read({ chainId: 1, address })
    const block = await readLatestBlock(ethereum)
    expect(await read(address)).toEqual({
      family: 'evm',
      kind: 'safe',
      chainId: 1,
      address,
      version: '1.4.1',
      threshold: 2,
      owners: expected.owners,
      modules: [],
      guard: null,
      canSign: true,
      block,
    })
  })

  test('reads a Safe for many chains (SafeL2), and one of one owner', async () => {
    const { address } = await safes.create({
      owners: OWNERS.slice(0, 1),
      threshold: 1,
      singleton: 'SafeL2',
    })
    expect(await read(address)).toMatchObject({ version: '1.4.1', threshold: 1, canSign: true })
  })

  test('reads the modules of a Safe', async () => {
    const safe = await safes.create(treasury(2n))
    await safes.enableModule(safe, MODULE, KEYS)
    expect(await read(safe.address)).toMatchObject({ modules: [MODULE], guard: null })
  })

  test('reads the guard of a Safe', async () => {
    const safe = await safes.create(treasury(3n))
    await safes.setGuard(safe, 'permissive', KEYS)
    const { guard } = await safes.read(safe)
    expect(guard).not.toBeNull()
    expect(await read(safe.address)).toMatchObject({ guard })
  })

  test('a Safe without the handler for messages cannot sign', async () => {
    const { address } = await safes.create({ ...treasury(4n), handler: 'none' })
    expect(await read(address)).toMatchObject({ kind: 'safe', canSign: false })
  })

  test('a Safe with a handler that nobody has published cannot sign, as far as we know', async () => {
    const { address } = await safes.create(treasury(5n))
    await store(
      address,
      '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5',
      MODULE,
    )
    expect(await read(address)).toMatchObject({ kind: 'safe', canSign: false })
  })

  test('reads a Safe of a hundred owners, and none of a hundred and one', async () => {
    const owners = Array.from({ length: 101 }, (_, index) => address(index + 1_000))
    const max = await safes.create({ owners: owners.slice(0, 100), threshold: 60 })
    expect(await read(max.address)).toMatchObject({ threshold: 60 })
    const more = await safes.create({ owners, threshold: 60 })
    expect(await read(more.address)).toBe('none')
  })
})

function address(number: number): Address {
  return getAddress(`0x${number.toString(16).padStart(40, '0')}`)
}

describe('the reader of what is no Safe', () => {
  test('finds no Safe in nothing, in a key, and in a key that has lent itself the code of a Safe', async () => {
    expect(await read(EMPTY)).toBe('none')
    expect(await read(OWNERS[0] ?? EMPTY)).toBe('none')
    await placeCode(ethereum, EMPTY, delegationTo(SAFE_ADDRESSES.singleton))
    expect(await read(EMPTY)).toBe('none')
    await placeCode(ethereum, EMPTY, '0x')
  })

  test('finds no Safe in a contract that reverts every call', async () => {
    const { address } = await safes.createReverting()
    expect(await read(address)).toBe('none')
  })

  test('finds no Safe in the singleton itself', async () => {
    expect(await read(SAFE_ADDRESSES.singleton)).toBe('none')
  })

  test('finds no Safe in a published proxy that was never set up', async () => {
    const { address } = await safes.create(treasury(6n))
    await store(address, '0x4', '0x0')
    expect(await read(address)).toBe('none')
  })

  test('finds no Safe in a published proxy whose singleton is not on this chain', async () => {
    const { address } = await safes.create(treasury(7n))
    // 1.5.0
    await store(address, '0x0', '0xFf51A5898e281Db6DfC7855790607438dF2ca44b')
    expect(await read(address)).toBe('none')
  })
})

describe('attacks', () => {
  test('a fake contract that answers like a Safe is a lookalike', async () => {
    const { address } = await safes.createLookalike({
      owners: OWNERS,
      threshold: 1,
      disguise: 'own-code',
    })
    expect(await read(address)).toBe('lookalike')
  })

  test('a published proxy before a singleton of its own is a lookalike', async () => {
    const { address } = await safes.createLookalike({
      owners: OWNERS,
      threshold: 1,
      disguise: 'own-singleton',
    })
    expect(await read(address)).toBe('lookalike')
  })

  test('code with one more byte than a published proxy is a lookalike', async () => {
    const { address } = await safes.create(treasury(8n))
    const code = await askHex(ethereum.url, 'eth_getCode', [address, 'latest'])
    await placeCode(ethereum, address, `${code}00`)
    expect(await read(address)).toBe('lookalike')
    await placeCode(ethereum, address, code)
    expect(await read(address)).toMatchObject({ kind: 'safe' })
  })

  test('an old singleton on a chain where it was never published is a lookalike', async () => {
    const { address } = await safes.create(treasury(9n))
    const old: Address = '0x34CfAC646f301356fAa8B21e94227e3583Fe3F5F'
    const code = await askHex(ethereum.url, 'eth_getCode', [SAFE_ADDRESSES.singleton, 'latest'])
    await placeCode(ethereum, old, code)
    await store(address, '0x0', old)
    const chains = createEvmChains({ chains: [{ id: 1, rpcUrls: [ethereum.url] }], fetch })
    // The node says 1.4.1 where 1.1.1 was published; we do not believe such a node either.
    expect(await chains.readSafe(1, address)).toBe('unreachable')
    const results = await Promise.all(
      safeCalls(address).map(({ method, params }) => askHex(ethereum.url, method, params)),
    )
    expect(readSafe({ chainId: 8453, address }, results)).toBe('lookalike')
  })
})

/** Empty where the call fails. */
async function askHex(url: string, method: string, params: readonly unknown[]): Promise<Hex> {
  return v.parse(HexSchema, (await readAnswer({ url }, method, params)).result)
}
const HexSchema = v.optional(
  v.custom<Hex>((value) => isHex(value)),
  '0x',
)

type ReceivedBody = { body: string }
/** Writes an answer of its own, given the real node's answer. */
type NodeReply = (
  asked: ReceivedBody & { node: string },
  response: ServerResponse,
) => void | Promise<void>

const json = (response: ServerResponse, body: unknown, status = 200): void =>
  void response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(typeof body === 'string' ? body : JSON.stringify(body))

/** A relay to the anvil of Ethereum, which may change the answers. */
async function relay(
  reply: NodeReply,
  node = ethereum.url,
): Promise<{ url: string; asked: ReceivedBody[] }> {
  const asked: ReceivedBody[] = []
  const server = createServer((request: IncomingMessage, response) => {
    void text(request).then((body) => {
      asked.push({ body })
      return reply({ body, node }, response)
    })
  })
  return { url: (await listenForTest(server)).url, asked }
}

const post = async (url: string, body: string): Promise<string> => {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(url, { method: 'POST', headers, body })).text()
}
const forward: NodeReply = async ({ body, node }, response) =>
  json(response, await post(node, body))
const isBatch = (body: string) => body.startsWith('[')

const EntriesSchema = v.array(v.looseObject({ id: v.number() }))
type DeploymentEntry = v.InferOutput<typeof EntriesSchema>[number]

/** The batch's answers, each as the change makes it; ids count the calls from 0, which queries the chain id. */
const changing =
  (change: (entries: DeploymentEntry[]) => unknown): NodeReply =>
  async ({ body, node }, response) => {
    const entries = v.parse(EntriesSchema, JSON.parse(await post(node, body)))
    json(response, change(entries))
  }
const error = (id: number, code: number, message: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})

describe('the reader of a Safe, in how it asks,', () => {
  test('reads a Safe at the latest block, in one batch of ten calls', async () => {
    const { address } = await safes.create(treasury(10n))
    const block = await readLatestBlock(ethereum)
    const { url, asked } = await relay(forward)
    expect(await read(address, [url])).toMatchObject({ kind: 'safe', block })
    expect(asked).toHaveLength(2)
    const calls = v.parse(
      v.array(v.object({ method: v.string(), params: v.array(v.unknown()) })),
      JSON.parse(asked[1]?.body ?? ''),
    )
    for (const { method, params } of calls)
      if (method !== 'eth_chainId')
        expect(params.at(-1)).toEqual({ blockHash: block.hash, requireCanonical: true })
    expect(calls.map(({ method }) => method).toSorted()).toEqual([
      ...Array<string>(5).fill('eth_call'),
      'eth_chainId',
      'eth_getCode',
      ...Array<string>(3).fill('eth_getStorageAt'),
    ])
  })

  test('sorts out answers that come in another order', async () => {
    const { address } = await safes.create(treasury(11n))
    const { url } = await relay(changing((entries) => entries.toReversed()))
    expect(await read(address, [url])).toMatchObject({ kind: 'safe', threshold: 2 })
  })

  const refusals: [string, NodeReply][] = [
    ['an error in place of the list', (_, r) => json(r, error(1, 31, 'Batch of more than 3'), 500)],
    ['an error with status 200', (_, r) => json(r, { error: { code: -32_600 } })],
    ['status 400', (_, r) => json(r, 'no', 400)],
    ['a page', (_, r) => json(r, '<html>')],
    ['an empty list', (_, r) => json(r, [])],
    ['all answers but one', changing((all) => all.slice(1))],
    ['a closed connection', (_, r) => void r.destroy()],
    ['errors for each', changing((all) => all.map(({ id }) => error(id, -32_005, 'batch limit')))],
  ]
  test.each(refusals)(
    'queries an endpoint singly that answers batches with %s, from then on without a batch first',
    async (_, refusal) => {
      const { address } = await safes.create(treasury(12n))
      const { url, asked } = await relay((query, response) =>
        (isBatch(query.body) ? refusal : forward)(query, response),
      )
      const chains = createEvmChains({ chains: [{ id: 1, rpcUrls: [url] }], fetch })
      expect(await chains.readSafe(1, address)).toMatchObject({ kind: 'safe', threshold: 2 })
      expect(asked.filter(({ body }) => isBatch(body))).toHaveLength(2)
      expect(await chains.readSafe(1, EMPTY)).toBe('none')
      expect(asked.filter(({ body }) => isBatch(body))).toHaveLength(2)
    },
  )

  test('attack: a contract that answers more than is read has nobody else asked singly', async () => {
    const { address } = await safes.create(treasury(13n))
    const { url, asked } = await relay(forward)
    const chains = createEvmChains({ chains: [{ id: 1, rpcUrls: [url] }], fetch })
    await placeCode(ethereum, EMPTY, ODD_CONTRACTS.saysFarTooMuch)
    expect(await chains.readSafe(1, EMPTY)).toBe('none')
    await placeCode(ethereum, EMPTY, '0x')
    asked.length = 0
    expect(await chains.readSafe(1, address)).toMatchObject({ kind: 'safe' })
    expect(asked).toHaveLength(2)
  })

  test('queries an endpoint in batches again after an outage', async () => {
    const { address } = await safes.create(treasury(14n))
    const outage = { isOn: true }
    const { url, asked } = await relay((query, response) =>
      outage.isOn ? json(response, 'no', 502) : forward(query, response),
    )
    const chains = createEvmChains({ chains: [{ id: 1, rpcUrls: [url] }], fetch })
    expect(await chains.readSafe(1, address)).toBe('unreachable')
    outage.isOn = false
    asked.length = 0
    expect(await chains.readSafe(1, address)).toMatchObject({ kind: 'safe', threshold: 2 })
    expect(asked).toHaveLength(2)
  })

  test('does not query a chain that is not offered', async () => {
    const chains = createEvmChains({
      chains: [{ id: 1, rpcUrls: [ethereum.url] }],
      fetch: () => Promise.reject(new Error('asked')),
    })
    expect(await chains.readSafe(8453, EMPTY)).toBe('unreachable')
  })
})

const BAD: [string, NodeReply][] = [
  ['stays silent', () => undefined],
  ['closes the connection', (_, response) => void response.destroy()],
  ['is overloaded', (_, response) => json(response, [], 429)],
  ['is broken', (_, response) => json(response, 'broken', 500)],
  ['answers in HTML', (_, response) => json(response, '<html>')],
  ['answers without end', (_, response) => pour(response)],
  ['redirects elsewhere', (_, r) => void r.writeHead(302, { location: '/elsewhere' }).end()],
]

/** Changes the answers to all calls of this kind. */
const withEntry = (wrong: (entry: DeploymentEntry) => unknown, ids: number[]): NodeReply =>
  changing((entries) => entries.map((entry) => (ids.includes(entry.id) ? wrong(entry) : entry)))
const result = (value: unknown) => (entry: DeploymentEntry) => ({ ...entry, result: value })
const CODE = 1
const SINGLETON = 2
const GUARD = 3
const HANDLER = 4
const [VERSION, LIST, THRESHOLD, MODULES] = [5, 6, 7, 8]
const busy = ({ id }: DeploymentEntry) => error(id, -32_005, 'rate limit exceeded')
const PARTLY: [string, NodeReply][] = [
  ['that we ask too much, for the code', withEntry(busy, [CODE])],
  ['that we ask too much, for the singleton', withEntry(busy, [SINGLETON])],
  ['that we ask too much, for the guard', withEntry(busy, [GUARD])],
  ['that we ask too much, for the handler', withEntry(busy, [HANDLER])],
  ['that we ask too much, for the version', withEntry(busy, [VERSION])],
  ['that we ask too much, for the owners', withEntry(busy, [LIST])],
  ['that we ask too much, for the threshold', withEntry(busy, [THRESHOLD])],
  ['that we ask too much, for the modules', withEntry(busy, [MODULES])],
  ['that a genuine Safe reverts', withEntry(({ id }) => error(id, 3, 'reverted'), [LIST])],
  ['two owners lists', changing((all) => [...all.slice(0, 9), { ...all[6], id: LIST }])],
  ['no owners', changing((all) => all.filter(({ id }) => id !== LIST))],
  ['more than was asked', changing((all) => [...all, { id: 99, result: '0x' }])],
  ['half a byte of code', withEntry(result('0x123'), [CODE])],
  ['null for the code', withEntry(result(null), [CODE])],
  ['a version that is none', withEntry(result(`0x${'11'.repeat(96)}`), [VERSION])],
  ['owners that are cut off', withEntry(result(`0x${'00'.repeat(31)}20`), [LIST])],
  ['a threshold of all bits', withEntry(result(`0x${'ff'.repeat(32)}`), [THRESHOLD])],
  ['a singleton that is no address', withEntry(result(`0x${'ff'.repeat(32)}`), [SINGLETON])],
  ['a guard that is no address', withEntry(result(`0x${'ff'.repeat(32)}`), [GUARD])],
]

describe.each(BAD)('an endpoint that %s', (_, wrong) => {
  test('the chain is unreachable, never "no Safe"', async () => {
    const { address } = await safes.create(treasury(13n))
    const { url } = await relay(wrong)
    expect(await read(address, [url], { timeoutMs: 400 })).toBe('unreachable')
  })

  test('the second endpoint answers instead', async () => {
    const { address } = await safes.create(treasury(13n))
    const { url } = await relay(wrong)
    const found = await read(address, [url, ethereum.url], { timeoutMs: 4_000 })
    expect(found).toMatchObject({ kind: 'safe' })
  })
})

describe.each(PARTLY)('an endpoint that says, of a genuine Safe, %s', (_, wrong) => {
  test('the answer does not count, and the second endpoint answers', async () => {
    const { address } = await safes.create(treasury(14n))
    const { url, asked } = await relay((query, response) =>
      (isBatch(query.body) ? wrong : json500)(query, response),
    )
    expect(await read(address, [url], { timeoutMs: 2_000 })).toBe('unreachable')
    const found = await read(address, [url, ethereum.url], { timeoutMs: 8_000 })
    expect(found).toMatchObject({ kind: 'safe', threshold: 2 })
    expect(asked.length).toBeGreaterThan(0)
  })
})
const json500: NodeReply = (_, response) => json(response, 'down', 500)

test('an endpoint of another chain never counts', async () => {
  const there = await deploySafeContracts(base)
  const { address } = await there.create({ ...treasury(15n), threshold: 1 })
  expect(await read(address, [base.url])).toBe('unreachable')
  const here = await safes.create(treasury(15n))
  expect(await read(here.address, [base.url, ethereum.url])).toMatchObject({ threshold: 2 })
})

test('a slow endpoint takes no more than its share of the time', async () => {
  const { address } = await safes.create(treasury(16n))
  const slow = await relay(() => undefined)
  expect(await read(address, [slow.url, ethereum.url], { timeoutMs: 1_000 })).toMatchObject({
    kind: 'safe',
  })
})

const word = (digits: string) => digits.padStart(64, '0')
const GENUINE = {
  proxy: () => safes.create(treasury(17n)),
}

test('fuzz: no answers of a node make a Safe of what is none, or make the reader throw', async () => {
  const { address } = await GENUINE.proxy()
  const genuine = await Promise.all(
    safeCalls(address).map(({ method, params }) => askHex(ethereum.url, method, params)),
  )
  const odd = fc.oneof(
    fc.constant(null),
    fc.stringMatching(/^0x[01a-f]{0,200}$/),
    fc
      .array(fc.constantFrom('0', '1', '20', '40', '3', 'ff'), { maxLength: 8 })
      .map((words) => `0x${words.map(word).join('')}`),
    fc.constantFrom(...genuine),
  )
  const place = { chainId: 1, address }
  fc.assert(
    fc.property(fc.array(odd, { maxLength: 9 }), (results) => {
      const result = readSafe(place, results)
      if (result === null || typeof result === 'string') return
      expect(results[0]).toBe(genuine[0])
      expect(result.threshold).toBeGreaterThanOrEqual(1)
      expect(result.threshold).toBeLessThanOrEqual(result.owners.length)
      expect(new Set(result.owners).size).toBe(result.owners.length)
    }),
    { numRuns: 2_000 },
  )
})

const toList = (...addresses: string[]) =>
  `0x${[word('20'), word(addresses.length.toString(16)), ...addresses.map((one) => word(one.slice(2)))].join('')}`
const versionText = (version: string) =>
  `0x${word('20')}${word(version.length.toString(16))}${Buffer.from(version).toString('hex').padEnd(64, '0')}`
const slot = (value: string) => `0x${word(value.slice(2))}`

async function findAnswers(
  version: string,
  singleton: string,
  other: Partial<Record<number, string | null>>,
) {
  const { address } = await GENUINE.proxy()
  const code = await askHex(ethereum.url, 'eth_getCode', [address, 'latest'])
  const results: (string | null)[] = [
    code,
    slot(singleton),
    slot('0x'),
    slot('0x'),
    versionText(version),
    toList(...OWNERS),
    `0x${word('2')}`,
    `0x${word('40')}${word('1')}${word('0')}`,
    null,
  ]
  for (const [at, value] of Object.entries(other)) results[Number(at)] = value ?? null
  return readSafe({ chainId: 1, address }, results)
}

describe('the reader of Safes of older and newer versions', () => {
  test('reads the modules of 1.0.0, which lists them in its own way', async () => {
    const singleton = '0xb6029EA3B2c51D09a50B53CA8012FeEB05bDa35A'
    const modules = { 7: null, 8: toList(MODULE) }
    expect(await findAnswers('1.0.0', singleton, modules)).toMatchObject({
      version: '1.0.0',
      modules: [MODULE],
      canSign: false,
    })
    expect(await findAnswers('1.0.0', singleton, { 7: null, 8: null })).toBeNull()
  })

  test('finds that 1.1.1 cannot sign, with or without its callback handler', async () => {
    const singleton = '0x34CfAC646f301356fAa8B21e94227e3583Fe3F5F'
    const handler = { 3: slot('0xd5D82B6aDDc9027B22dCA772Aa68D5d74cdBdF44') }
    expect(await findAnswers('1.1.1', singleton, handler)).toMatchObject({ canSign: false })
  })

  test.each([
    [
      '1.3.0',
      '0x3E5c63644E683549055b9Be8653de26E0B4CD36E',
      '0xf48f2B2d2a534e402487b3ee7C18c33Aec0Fe5e4',
    ],
    [
      '1.3.0',
      '0xfb1bffC9d739B8D520DaF37dF666da4C687191EA',
      '0x017062a1dE2FE6b99BE3d9d37841FeD19F573804',
    ],
    [
      '1.5.0',
      '0xEdd160fEBBD92E350D4D398fb636302fccd67C7e',
      '0x3EfCBb83A4A7AfcB4F68D501E2c2203a38be77f4',
    ],
    [
      '1.5.0',
      '0xFf51A5898e281Db6DfC7855790607438dF2ca44b',
      '0x85a8ca358D388530ad0fB95D0cb89Dd44Fc242c3',
    ],
    // Safe4337Module 0.2.0 and 0.3.0
    [
      '1.4.1',
      '0x41675C099F32341bf84BFc5382aF534df5C7461a',
      '0xa581c4A4DB7175302464fF3C06380BC3270b4037',
    ],
    [
      '1.4.1',
      '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
      '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226',
    ],
  ])('finds that %s signs by its published handler', async (version, singleton, handler) => {
    expect(await findAnswers(version, singleton, { 3: slot(handler) })).toMatchObject({
      version,
      canSign: true,
    })
  })
})
