import { expect, test } from 'vitest'
import * as v from 'valibot'
import { checkEvm } from '#server/cli/doctor/checks/evm.ts'
import { jsonReply, lines, type SiteRoute, startSite, testAsk } from '#tests/support/doctor-site.ts'

const PROJECT = '0123456789abcdef0123456789abcdef'
const KEYED_PATH = '/v3/a-key-of-a-node'
const RequestSchema = v.pipe(v.string(), v.parseJson(), v.object({ method: v.string() }))

function node(answers: Record<string, unknown>): SiteRoute {
  return ({ body }) => jsonReply(answers[v.parse(RequestSchema, body).method] ?? { error: {} })
}

const MAINNET_NODE = node({
  eth_chainId: { jsonrpc: '2.0', id: 1, result: '0x1' },
  eth_getCode: { jsonrpc: '2.0', id: 1, result: '0x' },
})

async function check(environment: Record<string, string>, route: SiteRoute = MAINNET_NODE) {
  const site = await startSite({ [KEYED_PATH]: route })
  const placed = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll('NODE', `${site.url}${KEYED_PATH}`),
    ]),
  )
  const findings = await checkEvm({ evm: 'in-app', environment: placed, ask: testAsk() })
  expect(JSON.stringify(findings)).not.toContain('a-key-of-a-node')
  const [, ...rest] = lines(findings).map((line) => line.replace(new URL(site.url).host, 'HOST'))
  return rest
}

test('EVM=off follows the terms to the letter, and nobody is asked', async () => {
  const findings = await checkEvm({
    evm: 'off',
    environment: { EVM_RPC_1: 'https://node.example' },
    ask: () => Promise.reject(new Error('asked')),
  })
  expect(lines(findings)).toEqual(["ok: EVM=off follows Telegram's terms to the letter."])
})

test('any other policy is a warning: this version links no EVM wallets', async () => {
  const findings = await checkEvm({
    evm: 'browser',
    environment: { REOWN_PROJECT_ID: PROJECT },
    ask: testAsk(),
  })
  expect(lines(findings)).toEqual([
    'warning: EVM=browser: this version links no EVM wallets yet.',
    'ok: REOWN_PROJECT_ID has the form of one.',
  ])
})

test('a project id that is none is a failure', async () => {
  const found = ['failure: REOWN_PROJECT_ID is not 32 hex digits.']
  expect(await check({ REOWN_PROJECT_ID: 'not-a-project' })).toEqual(found)
})

test('nobody needs a project id yet', async () => {
  expect(await check({ REOWN_PROJECT_ID: '' })).toEqual([])
})

test('each node of a chain is a line of its own', async () => {
  const findings = await check({
    REOWN_PROJECT_ID: PROJECT,
    EVM_RPC_1: 'NODE, NODE',
  })
  const well = 'ok: The node of chain 1 at HOST answers eth_getCode.'
  expect(findings.slice(1)).toEqual([well, well])
})

test('a node of another chain is a failure', async () => {
  const findings = await check({ REOWN_PROJECT_ID: PROJECT, EVM_RPC_8453: 'NODE' })
  expect(findings[1]).toBe('failure: The node of chain 8453 at HOST is on another chain.')
})

test('a node that does not answer eth_getCode is a failure', async () => {
  const route = node({ eth_chainId: { jsonrpc: '2.0', id: 1, result: '0x1' } })
  const findings = await check({ REOWN_PROJECT_ID: PROJECT, EVM_RPC_1: 'NODE' }, route)
  expect(findings[1]).toBe('failure: The node of chain 1 at HOST does not answer eth_getCode.')
})

test('a node that is silent is a failure', async () => {
  const findings = await check({ REOWN_PROJECT_ID: PROJECT, EVM_RPC_1: 'NODE' }, 'hang')
  expect(findings[1]).toBe('failure: The node of chain 1 at HOST does not answer eth_chainId.')
})

test('what is no https URL is a failure', async () => {
  const findings = await check({ REOWN_PROJECT_ID: PROJECT, EVM_RPC_1: 'http://node.example' })
  expect(findings[1]).toBe('failure: EVM_RPC_1 holds what is no https URL.')
})
