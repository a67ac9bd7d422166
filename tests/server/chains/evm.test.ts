import { EventEmitter, once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import * as v from 'valibot'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import * as chainsOfViem from 'viem/chains'
import { type Anvil, startAnvil } from '#demo/evm/anvil.ts'
import { createEvmChains } from '#server/chains/evm.ts'
import { PUBLIC_ENDPOINTS, type RpcUrls } from '#server/chains/evm/public-endpoints.ts'
import { probeCode, readProbe } from '#server/chains/evm/signature-probe.ts'
import { DEFAULT_EVM_CHAINS } from '#shared/evm-chains.ts'
import {
  delegationTo,
  ODD_CONTRACTS,
  placeCode,
  readLatestBlock,
  REFUSING_CONTRACTS,
} from '#tests/support/evm-contracts.ts'
import { FAILING_ANSWERS, json, pour } from '#tests/support/failing-answers.ts'
import { listenHere } from '#tests/support/listen-here.ts'

const CONTRACT = '0xc0ffee254729296a45a3885639AC7E10F9d54979'
const EMPTY = '0x00000000000000000000000000000000000E0117'
const HASH = `0x${'5a'.repeat(32)}`
const SIGNATURE = `0x${'ab'.repeat(65)}`
const START_MS = 30_000

let ethereum: Anvil
let base: Anvil
beforeAll(async () => {
  ;[ethereum, base] = await Promise.all([startAnvil({ chainId: 1 }), startAnvil({ chainId: 8453 })])
}, START_MS)
afterAll(() => Promise.all([ethereum.close(), base.close()]), START_MS)

type ChainUse = { fetch?: typeof fetch; timeoutMs?: number }

function chainBehind(rpcUrls: RpcUrls, use: ChainUse = {}) {
  const chains = createEvmChains({ chains: [{ id: 1, rpcUrls }], fetch, ...use })
  return {
    codeAt: (address: string) => chains.codeAt(1, address),
    codesAt: (...addresses: string[]) => chains.codesAt(1, addresses),
    asks: (address: string, signature = SIGNATURE) =>
      chains.isValidSignature(1, { address, hash: HASH, signature }),
    accepts: (address: string) =>
      chains.readAcceptance(1, { address, hash: HASH, signature: SIGNATURE }),
    readSafe: (address: string) => chains.readSafe(1, address),
  }
}

describe('what stands at an address', () => {
  test('is nothing, a contract, or a key that has lent itself the code of one', async () => {
    const { codeAt, codesAt } = chainBehind([ethereum.url])
    expect(await codeAt(EMPTY)).toBe('none')
    await placeCode(ethereum, CONTRACT, ODD_CONTRACTS.saysNothing)
    expect(await codeAt(CONTRACT)).toBe('contract')
    expect(await codesAt(CONTRACT, EMPTY, CONTRACT)).toEqual(['contract', 'none', 'contract'])
    await placeCode(ethereum, CONTRACT, delegationTo(EMPTY))
    expect(await codeAt(CONTRACT)).toBe('eip7702')
    expect(await codesAt(EMPTY, CONTRACT)).toEqual(['none', 'eip7702'])
  })
})

async function getVerdict(code: keyof typeof ODD_CONTRACTS, signature = SIGNATURE) {
  await placeCode(ethereum, CONTRACT, ODD_CONTRACTS[code])
  return chainBehind([ethereum.url]).asks(CONTRACT, signature)
}

/** Limits the gas of a call, as a node does. */
function limitGas(call: RequestInit | undefined, gas: number): RequestInit {
  if (typeof call?.body !== 'string') throw new TypeError('calls are texts')
  return { ...call, body: call.body.replace('{"data"', `{"gas":"0x${gas.toString(16)}","data"`) }
}

/** Ethereum, except for what it says of its latest block. */
function withLatestBlock(block: unknown): typeof fetch {
  const AnswerSchema = v.array(v.looseObject({ result: v.unknown() }))
  return async (url, call) => {
    const answer: unknown = await (await fetch(url, call)).json()
    const results = v.parse(AnswerSchema, answer)
    for (const one of results)
      if (v.is(v.object({ hash: v.string() }), one.result)) one.result = block
    return Response.json(results)
  }
}

describe('what a contract says to a signature', () => {
  test.each(['alwaysYes', 'yesAndMuchMore', 'yesWithMuchGas'] as const)(
    'a contract that answers with the magic value accepts: %s',
    async (code) => {
      expect(await getVerdict(code)).toBe('accepted')
    },
  )

  test.each(REFUSING_CONTRACTS)(
    'is a refusal when the contract does anything else: %s',
    async (code) => {
      expect(await getVerdict(code)).toBe('refused')
    },
  )

  test('an empty signature is passed on as empty', async () => {
    expect(await getVerdict('yesToNothing', '0x')).toBe('accepted')
    expect(await getVerdict('yesToNothing', '0x00')).toBe('refused')
  })

  test('a signature of 16 KiB is passed on', async () => {
    expect(await getVerdict('alwaysYes', `0x${'ff'.repeat(16 * 1024)}`)).toBe('accepted')
  })

  test('an address without code refuses', async () => {
    expect(await chainBehind([ethereum.url]).asks(EMPTY)).toBe('refused')
  })

  test('a precompile, which sends back what it gets, refuses', async () => {
    const identity = '0x0000000000000000000000000000000000000004'
    expect(await chainBehind([ethereum.url]).asks(identity)).toBe('refused')
  })

  test('a node that gives less gas than the contract is granted gives no verdict', async () => {
    await placeCode(ethereum, CONTRACT, ODD_CONTRACTS.alwaysYes)
    const withGas = (gas: number) =>
      chainBehind([ethereum.url], { fetch: (url, call) => fetch(url, limitGas(call, gas)) })
    expect(await withGas(1_000_000).asks(CONTRACT)).toBe('unreachable')
    expect(await withGas(5_200_000).asks(CONTRACT)).toBe('unreachable')
    expect(await withGas(6_000_000).asks(CONTRACT)).toBe('accepted')
  })

  test('an acceptance and a refusal come with their block', async () => {
    const { accepts } = chainBehind([ethereum.url])
    await placeCode(ethereum, CONTRACT, ODD_CONTRACTS.alwaysYes)
    const block = await readLatestBlock(ethereum)
    expect(block).toHaveProperty('number', expect.any(Number))
    expect(block).toHaveProperty('hash', expect.stringMatching(/^0x[0-9a-f]{64}$/))
    expect(await accepts(CONTRACT)).toEqual({ verdict: 'accepted', block })
    await placeCode(ethereum, CONTRACT, ODD_CONTRACTS.reverts)
    expect(await accepts(CONTRACT)).toEqual({ verdict: 'refused', block })
  })

  test.each([
    null,
    'a block',
    `0x${'ab'.repeat(32)}`,
    { number: '0x7' },
    { number: 7, hash: `0x${'ab'.repeat(32)}` },
    { number: '0x7', hash: '0xab' },
    { number: `0x${'f'.repeat(13)}`, hash: `0x${'ab'.repeat(32)}` },
  ])('a node that calls %j its latest block shows none, and accepts nothing', async (block) => {
    await placeCode(ethereum, CONTRACT, ODD_CONTRACTS.alwaysYes)
    const node = chainBehind([ethereum.url], { fetch: withLatestBlock(block) })
    expect(await node.readSafe(EMPTY)).toBe('unreachable')
    expect(await node.accepts(CONTRACT)).toBe('unreachable')
    expect(await node.asks(CONTRACT)).toBe('accepted')
  })

  test('a chain that is not offered gives no verdict and gets no query', async () => {
    const chains = createEvmChains({
      chains: [{ id: 1, rpcUrls: [ethereum.url] }],
      fetch: () => Promise.reject(new Error('asked')),
    })
    expect(chains.ids).toEqual([1])
    expect(await chains.codeAt(8453, CONTRACT)).toBe('unreachable')
    expect(await chains.isValidSignature(8453, query(CONTRACT))).toBe('unreachable')
    expect(await chains.readAcceptance(8453, query(CONTRACT))).toBe('unreachable')
    expect(await chains.readSafe(8453, CONTRACT)).toBe('unreachable')
  })
})

type ReceivedCall = { method: string; url: string; body: string }
type WriteReply = (response: ServerResponse, body: string) => void

const result = (value: unknown) => json({ jsonrpc: '2.0', id: 1, result: value })

/** Answers `eth_chainId` correctly, and all else with the given reply. */
const ofMainnet =
  (reply: WriteReply): WriteReply =>
  (response, body) =>
    (body.includes('eth_chainId') ? result('0x1') : reply)(response, body)

let asked: ReceivedCall[]
let reply: WriteReply
let badUrl: string
let closeBad: () => Promise<void>

beforeEach(async () => {
  asked = []
  const server = createServer((request, response) => void answer(request, response))
  ;({ url: badUrl, close: closeBad } = await listenHere(server))
})
afterEach(() => closeBad())

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '' } = request
  const body = await text(request)
  asked.push({ method, url, body })
  reply(response, body)
}

const BAD: (readonly [string, WriteReply])[] = [
  ...FAILING_ANSWERS,
  ['is overloaded', json({ error: { code: -32_005, message: 'limit exceeded' } }, 429)],
  ['is broken', json({ result: '0x' }, 500)],
  ['answers a list of a result', json([{ result: '0x' }])],
  ['leaves the result out', json({ jsonrpc: '2.0', id: 1 })],
  ['tells an error', json({ error: { code: 3, message: 'execution reverted', data: '0x' } })],
  ['answers null as its result', result(null)],
  ['answers what is no hex', result('0xyz')],
]

describe.each([
  ['at once', (wrong: WriteReply): WriteReply => wrong],
  ['after it has named its chain', ofMainnet],
])('an endpoint that fails %s', (_, when) => {
  test.each(BAD)(
    'an endpoint that %s makes the chain unreachable, and is never a verdict',
    async (_, wrong) => {
      reply = when(wrong)
      const chain = chainBehind([badUrl], { timeoutMs: 300 })
      expect(await chain.codeAt(CONTRACT)).toBe('unreachable')
      expect(await chain.codesAt(CONTRACT, EMPTY)).toEqual(['unreachable', 'unreachable'])
      expect(await chain.asks(CONTRACT)).toBe('unreachable')
    },
  )

  test.each(BAD)('the second endpoint answers when the first one %s', async (_, wrong) => {
    reply = when(wrong)
    await placeCode(ethereum, CONTRACT, ODD_CONTRACTS.alwaysYes)
    const chain = chainBehind([badUrl, ethereum.url], { timeoutMs: 2_000 })
    expect(await chain.asks(CONTRACT)).toBe('accepted')
    expect(asked.length).toBeGreaterThan(0)
  })
})

const words = (...hex: string[]) => `0x${hex.map((word) => word.padStart(64, '0')).join('')}`

describe('an answer that cannot be one', () => {
  test.each(['0x', words('1'), words('1', '20'), words('1', '20', '0', '0'), '0x1'])(
    'an answer of the probe that cannot be one is no verdict: %s',
    async (wrong) => {
      reply = ofMainnet(result(wrong))
      expect(await chainBehind([badUrl]).asks(CONTRACT)).toBe('unreachable')
    },
  )

  test('an answer to a call that went wrong is a refusal, whatever it holds', async () => {
    const yes = `1626ba7e${'0'.repeat(56)}`
    reply = ofMainnet(result(words('0', '20', yes)))
    expect(await chainBehind([badUrl]).asks(CONTRACT)).toBe('refused')
    reply = ofMainnet(result(words('1', '1f', yes)))
    expect(await chainBehind([badUrl]).asks(CONTRACT)).toBe('refused')
    reply = ofMainnet(result(words('1', '20', yes)))
    expect(await chainBehind([badUrl]).asks(CONTRACT)).toBe('accepted')
  })

  test('a code that only starts like that of a lent address is a contract', async () => {
    reply = ofMainnet(result(`${delegationTo(EMPTY)}00`))
    expect(await chainBehind([badUrl]).codeAt(CONTRACT)).toBe('contract')
    reply = ofMainnet(result('0xef0100'))
    expect(await chainBehind([badUrl]).codeAt(CONTRACT)).toBe('contract')
  })

  test('half a byte of code is none', async () => {
    reply = ofMainnet(result('0x123'))
    expect(await chainBehind([badUrl]).codeAt(CONTRACT)).toBe('unreachable')
  })
})

describe('an endpoint of another chain', () => {
  test('an endpoint of another chain gives no verdict, although its contract says yes', async () => {
    await placeCode(base, CONTRACT, ODD_CONTRACTS.alwaysYes)
    const chain = chainBehind([base.url])
    expect(await chain.codeAt(CONTRACT)).toBe('unreachable')
    expect(await chain.asks(CONTRACT)).toBe('unreachable')
  })

  test('the next endpoint answers in place of one of another chain', async () => {
    await placeCode(base, CONTRACT, ODD_CONTRACTS.alwaysYes)
    await placeCode(ethereum, CONTRACT, ODD_CONTRACTS.reverts)
    expect(await chainBehind([base.url, ethereum.url]).asks(CONTRACT)).toBe('refused')
  })

  test.each(['0x', '0x01', '0x1', '0x0000000000000001'])(
    'chain ids are compared as numbers: %s',
    async (id) => {
      reply = (response, body) => result(body.includes('eth_chainId') ? id : '0x')(response)
      expect(await chainBehind([badUrl]).codeAt(CONTRACT)).toBe(
        id === '0x' ? 'unreachable' : 'none',
      )
    },
  )
})

const query = (address: string) => ({ address, hash: HASH, signature: SIGNATURE })

const askMany = (rpcUrls: RpcUrls, addresses: readonly string[], use: ChainUse = {}) =>
  createEvmChains({ chains: [{ id: 1, rpcUrls }], fetch: watched, ...use }).areValidSignatures(
    1,
    addresses.map(query),
  )

describe('many contracts at once', () => {
  const OTHER = '0xc0fFee000000000000000000000000000000c0fe'

  test('many contracts get a verdict each, in one request', async () => {
    await placeCode(ethereum, CONTRACT, ODD_CONTRACTS.alwaysYes)
    await placeCode(ethereum, OTHER, ODD_CONTRACTS.reverts)
    const verdicts = await askMany([ethereum.url], [OTHER, CONTRACT, EMPTY])
    expect(verdicts).toEqual(['refused', 'accepted', 'refused'])
    expect(sent).toHaveLength(1)
  })

  test('attack: contracts that burn all their gas cost the others no verdict', async () => {
    await placeCode(ethereum, CONTRACT, ODD_CONTRACTS.alwaysYes)
    await placeCode(ethereum, OTHER, ODD_CONTRACTS.loops)
    const burners = Array.from({ length: 19 }, () => OTHER)
    const verdicts = await askMany([ethereum.url], [...burners, CONTRACT], { timeoutMs: 30_000 })
    expect(verdicts).toEqual([...burners.map(() => 'refused'), 'accepted'])
  })

  test('only the contract that the node does not judge is unreachable', async () => {
    const answered = [
      getResult(0, '0x1'),
      getResult(2, words('1', '20', `1626ba7e${'0'.repeat(56)}`)),
    ]
    reply = json([...answered, { jsonrpc: '2.0', id: 1, error: { code: -32_000 } }])
    expect(await askMany([badUrl], [OTHER, CONTRACT])).toEqual(['unreachable', 'accepted'])
  })

  test('the next endpoint is queried where the first one judges none', async () => {
    await placeCode(ethereum, CONTRACT, ODD_CONTRACTS.alwaysYes)
    const errors = [1, 2].map((id) => ({ jsonrpc: '2.0', id, error: { code: -32_000 } }))
    reply = json([getResult(0, '0x1'), ...errors])
    const verdicts = await askMany([badUrl, ethereum.url], [CONTRACT, EMPTY])
    expect(verdicts).toEqual(['accepted', 'refused'])
  })

  test('contracts on a chain that is not offered get no verdict', async () => {
    const chains = createEvmChains({ chains: [{ id: 1, rpcUrls: [badUrl] }], fetch })
    const queries = [query(CONTRACT), query(EMPTY)]
    expect(await chains.areValidSignatures(8453, queries)).toEqual(['unreachable', 'unreachable'])
  })
})

const getResult = (id: number, value: string) => ({ jsonrpc: '2.0', id, result: value })

/** Answers any call, also in a batch: `eth_chainId` with this id, and others with this result. */
const ofChain = (id: string, answered: string): WriteReply => {
  const one = (call: { id: number; method: string }) => ({
    jsonrpc: '2.0',
    id: call.id,
    result: call.method === 'eth_chainId' ? id : answered,
  })
  return (response, body) => {
    const calls = v.parse(v.union([v.array(CallSchema), CallSchema]), JSON.parse(body))
    json(Array.isArray(calls) ? calls.map(one) : one(calls))(response)
  }
}

/** The same of an endpoint that takes single calls only. */
const singly =
  (id: string): WriteReply =>
  (response, body) =>
    body.startsWith('[')
      ? json({ error: { code: -32_600, message: 'no batches' } }, 400)(response)
      : ofChain(id, '0x6000')(response, body)

describe('an endpoint that changes its chain while the server runs', () => {
  const yes = words('1', '20', `1626ba7e${'0'.repeat(56)}`)

  test('attack: is not believed from then on, until it is of its chain again', async () => {
    const { asks } = chainBehind([badUrl])
    reply = ofChain('0x1', yes)
    expect(await asks(CONTRACT)).toBe('accepted')
    reply = ofChain('0x2105', yes)
    expect(await asks(CONTRACT)).toBe('unreachable')
    reply = ofChain('0x1', yes)
    expect(await asks(CONTRACT)).toBe('accepted')
  })

  test('attack: is passed over, and the next one gives the code', async () => {
    const { codeAt } = chainBehind([badUrl, ethereum.url])
    reply = ofChain('0x1', '0x6000')
    expect(await codeAt(EMPTY)).toBe('contract')
    reply = ofChain('0x2105', '0x6000')
    expect(await codeAt(EMPTY)).toBe('none')
  })

  test('attack: is not believed where it takes no batches either', async () => {
    const { codeAt } = chainBehind([badUrl])
    reply = singly('0x1')
    expect(await codeAt(EMPTY)).toBe('contract')
    reply = singly('0x2105')
    expect(await codeAt(EMPTY)).toBe('unreachable')
    reply = singly('0x1')
    expect(await codeAt(EMPTY)).toBe('contract')
  })
})

const CallSchema = v.object({ id: v.number(), method: v.string() })

let sent: unknown[]
beforeEach(() => void (sent = []))
const watched: typeof fetch = (url, init) => {
  sent.push(JSON.parse(typeof init?.body === 'string' ? init.body : ''))
  return fetch(url, init)
}

describe('queries to an endpoint', () => {
  test('take the query for the chain id along, in one request', async () => {
    const chain = chainBehind([ethereum.url], { fetch: watched })
    await Promise.all([chain.codeAt(CONTRACT), chain.codeAt(EMPTY)])
    expect(sent).toHaveLength(2)
    expect(sent[0]).toEqual([
      { jsonrpc: '2.0', id: 0, method: 'eth_chainId', params: [] },
      { jsonrpc: '2.0', id: 1, method: 'eth_getCode', params: [CONTRACT, 'latest'] },
    ])
  })

  test('ask for the chain id again until the endpoint gives the right one', async () => {
    const { codeAt } = chainBehind([badUrl])
    reply = result('0x2')
    expect(await codeAt(CONTRACT)).toBe('unreachable')
    reply = json({}, 500)
    expect(await codeAt(CONTRACT)).toBe('unreachable')
    reply = ofMainnet(result('0x'))
    expect(await codeAt(CONTRACT)).toBe('none')
  })

  test('all endpoints together are queried within the time of one query', async () => {
    reply = () => undefined
    const limits = vi.spyOn(AbortSignal, 'timeout')
    onTestFinished(() => limits.mockRestore())
    const { codeAt } = chainBehind([badUrl, badUrl, badUrl], { timeoutMs: 900 })
    expect(await codeAt(CONTRACT)).toBe('unreachable')
    expect(limits.mock.calls).toEqual([[300], [300], [300]])
  })
})

test('an answer without end is cut off, and gives no verdict', async () => {
  const connection = new EventEmitter()
  const isCut = once(connection, 'cut')
  reply = (response) => {
    response.on('close', () => connection.emit('cut'))
    pour(response)
  }
  expect(await chainBehind([badUrl]).codeAt(CONTRACT)).toBe('unreachable')
  await isCut
})

test('attack: a small answer that unpacks to a hundred megabytes is cut off', async () => {
  const bomb = gzipSync(`{"result":"0x${'0'.repeat(100 * 1024 * 1024)}"}`)
  reply = ofMainnet((response) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    response.writeHead(200, headers).end(bomb)
  })
  const before = process.memoryUsage().arrayBuffers
  expect(await chainBehind([badUrl]).codeAt(CONTRACT)).toBe('unreachable')
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * 1024 * 1024)
})

test('attack: an answer that comes drop by drop takes no more than its share of the time', async () => {
  reply = ofMainnet((response) => {
    response.write('{"result":"0x')
    const timer = setInterval(() => response.write('0'), 20)
    response.on('close', () => clearInterval(timer))
  })
  await placeCode(ethereum, CONTRACT, ODD_CONTRACTS.alwaysYes)
  const chain = chainBehind([badUrl, ethereum.url], { timeoutMs: 2_000 })
  expect(await chain.asks(CONTRACT)).toBe('accepted')
})

test('attack: an answer of a million brackets is none', async () => {
  reply = ofMainnet((response) => void response.end('['.repeat(1_000_000)))
  expect(await chainBehind([badUrl]).codeAt(CONTRACT)).toBe('unreachable')
})

test('the first endpoint that answers decides, and another one does not outvote a lie', async () => {
  reply = (response, body) => {
    const yes = [1, 32].map((word) => word.toString(16).padStart(64, '0')).join('')
    const verdict = `0x${yes}${'1626ba7e'.padEnd(64, '0')}`
    if (body.includes('eth_call')) result(verdict)(response)
    else ofMainnet(result('0x00'))(response, body)
  }
  const { codeAt, asks } = chainBehind([badUrl, ethereum.url])
  expect(await codeAt(EMPTY)).toBe('contract')
  expect(await asks(EMPTY)).toBe('accepted')
})

test('a chain is unreachable when no endpoint listens', async () => {
  await closeBad()
  expect(await chainBehind([badUrl]).codeAt(CONTRACT)).toBe('unreachable')
})

test('the code of the probe has its parts where it says, for every length of a signature', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const signature = `0x${Buffer.from(bytes).toString('hex')}`
      const code = probeCode({ address: CONTRACT, hash: HASH, signature })
      const [, data = ''] = code.split('5b60006000fd')
      expect((code.length - data.length) / 2 - 1).toBe(72)
      expect(data.startsWith('1626ba7e5a5a')).toBe(true)
      expect((data.length / 2) % 32).toBe(4)
    }),
  )
})

test('fuzz: no answer of a node makes the reader of the probe throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^0x[01a-f]{192}$/)), (text) => {
      expect([null, 'accepted', 'refused']).toContain(readProbe(text))
    }),
  )
})

test('each chain that is offered by default has a public endpoint, as viem has it', () => {
  for (const id of DEFAULT_EVM_CHAINS) {
    const known = Object.values(chainsOfViem).flatMap((chain) =>
      chain.id === id ? chain.rpcUrls.default.http : [],
    )
    expect(known).toContain(PUBLIC_ENDPOINTS[id]?.[0])
  }
})
