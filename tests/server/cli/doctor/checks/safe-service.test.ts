import { expect, test } from 'vitest'
import { checkSafeService } from '#server/cli/doctor/checks/safe-service.ts'
import type { EvmConfig } from '#server/config/evm-config.ts'
import {
  hastyAsk,
  jsonReply,
  lines,
  type SiteRoute,
  startSite,
  testAsk,
} from '#tests/support/doctor-site.ts'
import { freePort } from '#tests/support/free-port.ts'

const KEY = 'a-key-of-the-service'
const PATH = '/tx/eth/api/v2/owners/0x0000000000000000000000000000000000000001/safes/'
const EVM: EvmConfig = {
  policy: 'in-app',
  projectId: '0'.repeat(32),
  chains: [
    { id: 31_337, rpcUrls: ['http://127.0.0.1:1'] },
    { id: 1, rpcUrls: ['http://127.0.0.1:1'] },
  ],
}
const page = jsonReply({ count: 0, next: null, previous: null, results: [] })

async function check(route: SiteRoute, apiKey: string | null = KEY, evm: EvmConfig = EVM) {
  const site = await startSite({ [PATH]: route })
  const safe = { apiUrl: `${site.url}/tx`, apiKey }
  const ask = route === 'hang' ? hastyAsk() : testAsk()
  const findings = await checkSafeService({ evm, safe, ask })
  expect(JSON.stringify(findings)).not.toContain(KEY)
  return { findings: lines(findings), requests: site.requests }
}

test('the doctor queries a service once, for the first chain that it serves, with the key', async () => {
  const { findings, requests } = await check(page)
  expect(findings).toEqual(['ok: The Safe Transaction Service answers.'])
  expect(requests).toHaveLength(1)
  expect(requests[0]?.path).toBe(`${PATH}?limit=1`)
  expect(requests[0]?.headers['authorization']).toBe(`Bearer ${KEY}`)
})

test("an operator's own service needs no key", async () => {
  const { findings, requests } = await check(page, null)
  expect(findings).toEqual(['ok: The Safe Transaction Service answers.'])
  expect(requests[0]?.headers).not.toHaveProperty('authorization')
})

test("Safe's own service without a key is a warning", async () => {
  const safe = { apiUrl: 'https://api.safe.global/tx-service', apiKey: null }
  const body = Buffer.from(JSON.stringify({ results: [] }))
  const findings = await checkSafeService({
    evm: EVM,
    safe,
    ask: () =>
      Promise.resolve({ kind: 'answered', status: 200, headers: new Headers(), body } as const),
  })
  expect(lines(findings)[0]).toMatch(/^warning: Without SAFE_API_KEY .* 5,000 a month\.$/)
})

test.each([401, 403])('a key that is refused with %d is a failure', async (status) => {
  expect((await check({ status })).findings[0]).toMatch(/^failure: .* refuses SAFE_API_KEY\.$/)
})

test('a service that says we send too many requests is a warning', async () => {
  expect((await check({ status: 429 })).findings[0]).toMatch(/^warning: .* too frequent\.$/)
})

test.each<[string, SiteRoute]>([
  ['another path', { status: 404 }],
  ['a page', { body: '<html>' }],
  ['a list of another shape', jsonReply({ safes: [] })],
  ['a fault', { status: 502 }],
])('a URL under which there is %s is a failure', async (_, route) => {
  expect((await check(route)).findings[0]).toMatch(/^failure: .* with no list of Safes\.$/)
})

test('a service that stays silent, or is not there, is a failure without the key', async () => {
  expect((await check('hang')).findings[0]).toMatch(/^failure: .*timed out after 0.5 s/)
  const safe = { apiUrl: `http://127.0.0.1:${await freePort()}`, apiKey: KEY }
  const findings = await checkSafeService({ evm: EVM, safe, ask: testAsk() })
  expect(lines(findings)[0]).toMatch(/^failure: .*ECONNREFUSED/)
})

test('chains that the service does not serve are a warning, and it gets no query', async () => {
  const other = { ...EVM, chains: [{ id: 31_337, rpcUrls: ['http://127.0.0.1:1'] }] } as const
  const { findings, requests } = await check(page, KEY, other)
  expect(findings[0]).toMatch(/^warning: .* serves none of EVM_CHAINS\.$/)
  expect(requests).toEqual([])
})

function neverAsk(): Promise<never> {
  return Promise.reject(new Error('asked'))
}

test('the doctor sends no query where EVM is off, or the operator has set nothing', async () => {
  const off = await checkSafeService({ evm: { policy: 'off' }, safe: null, ask: neverAsk })
  expect(lines(off)).toEqual(['ok: EVM=off: Safes are not looked up.'])
  const unset = await checkSafeService({ evm: EVM, safe: null, ask: neverAsk })
  expect(lines(unset)[0]).toMatch(/^ok: Neither SAFE_API_URL nor SAFE_API_KEY is set/)
})
