import { expect, test } from 'vitest'
import { checkTonApi } from '#server/cli/doctor/checks/ton-api.ts'
import { jsonReply, lines, type SiteRoute, startSite, testAsk } from '#tests/support/doctor-site.ts'
import { freePort } from '#tests/support/free-port.ts'

const MAINNET = 'F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk='
const TESTNET = 'gj+B8wb/AmlPk1z1AhVI484rhrUpgSr2oSFIh56VoSg='
const KEY = 'an-api-key-of-toncenter'

function chainOf(rootHash: string): SiteRoute {
  return jsonReply({ ok: true, result: { init: { seqno: 0, root_hash: rootHash } } })
}

async function check(route: SiteRoute, apiKey: string | null = KEY) {
  const site = await startSite({ '/api/v2/getMasterchainInfo': route })
  const ton = { network: '-239', apiUrl: site.url, apiKey } as const
  const findings = await checkTonApi({ ton, ask: testAsk() })
  expect(JSON.stringify(findings)).not.toContain(KEY)
  return { findings: lines(findings), requests: site.requests }
}

test('an API of the right network is asked once, with the key', async () => {
  const { findings, requests } = await check(chainOf(MAINNET))
  expect(findings).toEqual(['ok: The TON API answers and is on mainnet.'])
  expect(requests.map(({ headers }) => headers['x-api-key'])).toEqual([KEY])
})

test('a network that cannot be told is no fault', async () => {
  const { findings } = await check(chainOf('of a chain of its own'))
  expect(findings).toEqual(['ok: The TON API answers and does not tell its network.'])
})

test('an API of the other network is a failure', async () => {
  const { findings } = await check(chainOf(TESTNET))
  expect(findings).toEqual(['failure: The TON API is on testnet, TON_NETWORK is mainnet.'])
})

test.each([401, 403])('a key that is refused with %d is a failure', async (status) => {
  const { findings } = await check({ status })
  expect(findings[0]).toMatch(/^failure: .* refuses TON_API_KEY\.$/)
})

test('mainnet without a key is a warning', async () => {
  const { findings, requests } = await check(chainOf(MAINNET), null)
  expect(findings).toEqual([
    'warning: Without TON_API_KEY the TON API answers one request a second.',
  ])
  expect(requests[0]?.headers).not.toHaveProperty('x-api-key')
})

test('an API that says we ask too often is a warning', async () => {
  expect((await check({ status: 429 })).findings[0]).toMatch(/^warning: /)
})

test('a URL that is not the base of the API is a failure', async () => {
  expect((await check({ status: 404 })).findings[0]).toMatch(/^failure: .*status 404/)
})

test('an API that is down is a failure', async () => {
  const apiUrl = `http://127.0.0.1:${await freePort()}`
  const ton = { network: '-239', apiUrl, apiKey: KEY } as const
  const findings = await checkTonApi({ ton, ask: testAsk() })
  expect(lines(findings)[0]).toMatch(/^failure: .*ECONNREFUSED/)
})
