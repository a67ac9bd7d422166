import { beginCell, Cell, contractAddress, storeStateInit } from '@ton/core'
import { beforeEach, expect, test } from 'vitest'
import { createTonChain } from '#server/chains/ton.ts'
import { createToncenter } from '#server/chains/toncenter.ts'
import { createLog } from '#server/log/log.ts'
import type { TonProof } from '#shared/ton-proof.ts'
import { DOMAIN, openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { createTonSigner } from '#tests/support/ton-signer.ts'
import { ADA } from '#tests/support/people.ts'

const seed = (byte: number) => new Uint8Array(32).fill(byte)

let server: TestServer
/** Addresses in queries to the TON API, one entry a request. */
let requests: string[]
/** What the API says of the made-up account. */
let fault: () => Response

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const broken = () => json({ ok: false }, 500)
const malformed = () => json({ ok: true, result: { exit_code: 0, stack: [['cell', {}]] } })

/** Answers one request after the other, as an API with a rate limit does. */
function createSlowApi(): typeof fetch {
  let last: Promise<unknown> = Promise.resolve()
  return (input, init) => {
    const answer = last.then(() => reply(new Request(input, init)))
    last = answer
    return answer
  }
}

async function reply(request: Request): Promise<Response> {
  const isRun = request.method === 'POST'
  const asked = isRun ? await request.text() : decodeURIComponent(request.url)
  const [address = ''] = /0:[\da-f]{64}/.exec(asked) ?? []
  requests.push(address)
  if (address === FAKE.address && (isRun || fault === broken)) return fault()
  const state = address === FAKE.address ? 'active' : 'uninitialized'
  return json({ ok: true, result: { state } })
}

beforeEach(async () => {
  requests = []
  fault = malformed
  server = await openTestServer()
  const api = createToncenter({
    network: '-239',
    apiUrl: 'https://toncenter.example',
    apiKey: null,
    fetch: createSlowApi(),
    retryDelayMs: 0,
  })
  const chain = createTonChain({ apis: [api], log: createLog('silent') })
  server.tonChain.accountKey = (address) => chain.accountKey(address)
})

/** Unknown code, for which the server queries the chain before it checks any signature. */
const FAKE = createFake()

function createFake() {
  const init = { code: beginCell().storeUint(0xabcdef, 24).endCell(), data: Cell.EMPTY }
  const stateInit = beginCell().store(storeStateInit(init)).endCell()
  return {
    address: contractAddress(0, init).toRawString(),
    stateInit: stateInit.toBoc().toString('base64'),
  }
}

const getWallet = (byte: number) =>
  createTonSigner({ kind: 'WalletTg', seed: seed(byte), network: '-239' })

function getProof(byte: number, payload: string): TonProof {
  const timestamp = Math.floor(server.clock.now / 1_000)
  return getWallet(byte).sign({ domain: DOMAIN, payload, timestamp })
}

async function post(token: string, id: string, body: TonProof): Promise<number> {
  return (await server.call('POST', `/api/attempts/${id}/proof`, { token, body })).status
}

async function attack(count: number): Promise<number[]> {
  const token = await server.signIn(ADA)
  const { id, payload } = await server.newAttempt(token)
  const { publicKey: _, ...proof } = { ...getProof(1, payload), ...FAKE }
  const statuses: number[] = []
  // One after the other: the next is sent as soon as the last one is answered.
  for (let sent = 0; sent < count; sent += 1) statuses.push(await post(token, id, proof))
  return statuses
}

async function linkAsMember(index: number): Promise<number> {
  const user = { ...ADA, id: 200_000 + index, username: `member${index}` }
  const token = await server.signIn(user)
  const { id, payload } = await server.newAttempt(token)
  return post(token, id, getProof(10 + index, payload))
}

test('attack: 150 proofs of one member cost a chain that fails ten requests, and do not delay six others', async () => {
  fault = broken
  const others = Array.from({ length: 6 }, (_, index) => linkAsMember(index))
  const [statuses, ...linked] = await Promise.all([attack(150), ...others])
  expect(linked).toEqual([201, 201, 201, 201, 201, 201])
  expect(requests.filter((address) => address === FAKE.address)).toHaveLength(10)
  const lastOfOthers = requests.findLastIndex((address) => address !== FAKE.address)
  const before = requests.slice(0, lastOfOthers).filter((address) => address === FAKE.address)
  // Each of the six queries once; in that time one member gets no more turns than any other.
  expect(before.length).toBeLessThanOrEqual(6)
  expect(statuses.slice(0, 5)).toEqual([503, 503, 503, 503, 503])
  expect(new Set(statuses.slice(5))).toEqual(new Set([429]))
})

test('attack: a contract that leaves no well-formed key is asked once, and its attempt has failed', async () => {
  const statuses = await attack(3)
  expect(statuses).toEqual([422, 409, 409])
  expect(requests).toEqual([FAKE.address, FAKE.address])
})

test('a refused query says when to come back, and then it runs', async () => {
  fault = broken
  const token = await server.signIn(ADA)
  const { id, payload } = await server.newAttempt(token)
  const path = `/api/attempts/${id}/proof`
  const { publicKey: _, ...proof } = { ...getProof(1, payload), ...FAKE }
  for (let sent = 0; sent < 5; sent += 1) await post(token, id, proof)
  const refused = await server.call('POST', path, { token, body: proof })
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('10')
  server.clock.now += 10_000
  expect(await post(token, id, proof)).toBe(503)
})

test('a wallet whose key follows from its address sends no query to the chain, and never has to wait', async () => {
  const token = await server.signIn(ADA)
  for (let sent = 0; sent < 8; sent += 1) {
    const { id, payload } = await server.newAttempt(token)
    const signer = createTonSigner({ kind: 'v5r1', seed: seed(7), network: '-239' })
    const timestamp = Math.floor(server.clock.now / 1_000)
    expect(await post(token, id, signer.sign({ domain: DOMAIN, payload, timestamp }))).toBe(201)
  }
  expect(requests).toEqual([])
})
