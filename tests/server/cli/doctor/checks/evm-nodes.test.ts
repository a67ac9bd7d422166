import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { type Anvil, startAnvil } from '#demo/evm/anvil.ts'
import { PUBLIC_ENDPOINTS, type RpcUrls } from '#server/chains/evm/public-endpoints.ts'
import { checkEvmNodes } from '#server/cli/doctor/checks/evm.ts'
import type { EvmConfig } from '#server/config/evm-config.ts'
import {
  hastyAsk,
  jsonReply,
  lines,
  fixes,
  type SiteRoute,
  startSite,
  testAsk,
} from '#tests/support/doctor-site.ts'

const KEYED_PATH = '/v3/a-key-of-a-node'
const PROBE_ANSWER = `0x${'1'.padStart(64, '0')}${'0'.repeat(128)}`
const RequestSchema = v.pipe(v.string(), v.parseJson(), v.object({ method: v.string() }))

type AnswerRequest = Extract<SiteRoute, (...request: never[]) => unknown>

/** The answers of a node of mainnet, with the test's changes. */
function node(changes: Record<string, unknown> = {}): AnswerRequest {
  const answers: Record<string, unknown> = {
    eth_chainId: { jsonrpc: '2.0', id: 1, result: '0x1' },
    eth_getCode: { jsonrpc: '2.0', id: 1, result: '0x' },
    eth_call: { jsonrpc: '2.0', id: 1, result: PROBE_ANSWER },
    eth_getBlockByNumber: { jsonrpc: '2.0', id: 1, result: { hash: `0x${'ab'.repeat(32)}` } },
    ...changes,
  }
  return ({ body }) => jsonReply(answers[v.parse(RequestSchema, body).method])
}

/** The same, except that it takes no block by its hash. */
const withoutHashes: SiteRoute = (request) =>
  request.body.includes('blockHash') ? jsonReply({ error: { code: -32_602 } }) : node()(request)

const offer = (chains: { id: number; rpcUrls: RpcUrls }[]): EvmConfig => ({
  policy: 'in-app',
  projectId: '0123456789abcdef0123456789abcdef',
  chains,
})

async function check(route: SiteRoute) {
  const site = await startSite({ [KEYED_PATH]: route })
  const evm = offer([{ id: 1, rpcUrls: [`${site.url}${KEYED_PATH}`] }])
  const ask = route === 'hang' ? hastyAsk() : testAsk()
  const findings = await checkEvmNodes({ evm, ask })
  expect(JSON.stringify(findings)).not.toContain('a-key-of-a-node')
  const { host } = new URL(site.url)
  return lines(findings).map((line) => line.replace(host, 'HOST'))
}

describe('a real node', () => {
  let anvil: Anvil
  beforeAll(async () => {
    anvil = await startAnvil({ chainId: 1 })
  }, 30_000)
  afterAll(() => anvil.close())

  test('a real node that answers all is well', async () => {
    const evm = offer([{ id: 1, rpcUrls: [anvil.url, anvil.url] }])
    const well = `ok: The node of chain 1 at ${new URL(anvil.url).host} answers all that signatures are checked with.`
    expect(lines(await checkEvmNodes({ evm, ask: testAsk() }))).toEqual([well, well])
  })

  test('a real node of another chain is a failure', async () => {
    const evm = offer([{ id: 8453, rpcUrls: [anvil.url] }])
    const findings = await checkEvmNodes({ evm, ask: testAsk() })
    expect(lines(findings)).toEqual([
      `failure: The node of chain 8453 at ${new URL(anvil.url).host} is on another chain.`,
    ])
    expect(fixes(findings)).toEqual([expect.stringContaining('EVM_RPC_8453')])
  })
})

test('EVM=off: the doctor queries no node', async () => {
  const findings = await checkEvmNodes({
    evm: { policy: 'off' },
    ask: () => Promise.reject(new Error('asked')),
  })
  expect(lines(findings)).toEqual(['ok: EVM=off: no chain is asked.'])
})

test('a node that answers well is one line', async () => {
  expect(await check(node())).toEqual([
    'ok: The node of chain 1 at HOST answers all that signatures are checked with.',
  ])
})

test.each<[string, SiteRoute]>([
  ['is silent', 'hang'],
  ['is not there', { status: 404 }],
  ['answers in HTML', { body: '<html>' }],
  ['tells an error', node({ eth_chainId: { error: { code: -32_000, message: 'no' } } })],
])('a node that %s is a failure', async (_, route) => {
  expect(await check(route)).toEqual([
    'failure: The node of chain 1 at HOST does not answer eth_chainId.',
  ])
})

test('a node that does not answer eth_getCode is a failure', async () => {
  expect(await check(node({ eth_getCode: { error: {} } }))).toEqual([
    'failure: The node of chain 1 at HOST does not answer eth_getCode.',
  ])
})

test.each([
  ['refuses', { error: { code: -32_602, message: 'to is required' } }],
  ['answers with nothing', { result: '0x' }],
  ['answers with something else', { result: '0x01' }],
])(
  'a node that %s when code is to run is a failure, because no Safe could be verified',
  async (_, answer) => {
    expect(await check(node({ eth_call: answer }))).toEqual([
      expect.stringMatching(
        /^failure: The node of chain 1 at HOST runs no code that is not deployed/,
      ),
    ])
  },
)

test.each([
  ['shows no latest block', node({ eth_getBlockByNumber: { result: null } })],
  ['reads nothing at the hash of its block', withoutHashes],
])('a node that %s is a warning, because Safes and contracts are read so', async (_, route) => {
  expect(await check(route)).toEqual([
    'warning: The node of chain 1 at HOST reads nothing at its latest block by the hash of it (EIP-1898), so contract accounts such as Safes cannot be verified.',
  ])
})

test('public endpoints are a warning that names the variables', async () => {
  const site = await startSite({ [KEYED_PATH]: node() })
  const own = `${site.url}${KEYED_PATH}` as const
  const publicUrl = PUBLIC_ENDPOINTS[8453]?.[0] ?? ''
  const evm = offer([
    { id: 1, rpcUrls: [own] },
    { id: 8453, rpcUrls: [publicUrl] },
    { id: 10, rpcUrls: PUBLIC_ENDPOINTS[10] ?? [''] },
  ])
  const ask = testAsk()
  const findings = await checkEvmNodes({
    evm,
    // The test sends no query outside this machine.
    ask: (url, request) =>
      url === own ? ask(url, request) : Promise.resolve({ kind: 'no-answer', reason: 'test' }),
  })
  expect(lines(findings).at(-1)).toBe(
    'warning: Only public endpoints, which promise nothing, are asked about chains 8453, 10.',
  )
  expect(fixes(findings).at(-1)).toContain('EVM_RPC_8453, EVM_RPC_10')
})
