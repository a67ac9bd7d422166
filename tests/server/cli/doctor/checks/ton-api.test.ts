import { expect, test } from 'vitest'
import { checkTonApi } from '#server/cli/doctor/checks/ton-api.ts'
import { jsonReply, lines, type SiteRoute, startSite, testAsk } from '#tests/support/doctor-site.ts'
import { freePort } from '#tests/support/free-port.ts'

const MAINNET = 'F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk='
const TESTNET = 'gj+B8wb/AmlPk1z1AhVI484rhrUpgSr2oSFIh56VoSg='
const KEY = 'an-api-key-of-toncenter'
const OTHER_KEY = 'a-key-of-another-operator'

function getChain(rootHash: string): SiteRoute {
  return jsonReply({ ok: true, result: { init: { seqno: 0, root_hash: rootHash } } })
}

type TonApiInput = { url: string; apiKey: string | null }

async function examine(first: TonApiInput, ...others: TonApiInput[]) {
  const ton = { network: '-239', apis: [first, ...others] } as const
  const findings = await checkTonApi({ ton, ask: testAsk() })
  expect(JSON.stringify(findings)).not.toContain(KEY)
  return lines(findings)
}

const getHost = (url: string) => new URL(url).host
const getSite = (route: SiteRoute) => startSite({ '/api/v2/getMasterchainInfo': route })

/** With a second API that is well. */
async function check(route: SiteRoute, apiKey: string | null = KEY) {
  const site = await getSite(route)
  const other = await getSite(getChain(MAINNET))
  const [found = '', ...rest] = await examine(
    { url: site.url, apiKey },
    { url: other.url, apiKey: OTHER_KEY },
  )
  expect(rest).toEqual([`ok: The TON API at ${getHost(other.url)} answers and is on mainnet.`])
  expect(other.requests.map(({ headers }) => headers['x-api-key'])).toEqual([OTHER_KEY])
  return { found: found.replace(getHost(site.url), 'HOST'), requests: site.requests }
}

test('the doctor queries each API once, with its own key', async () => {
  const { found, requests } = await check(getChain(MAINNET))
  expect(found).toBe('ok: The TON API at HOST answers and is on mainnet.')
  expect(requests.map(({ headers }) => headers['x-api-key'])).toEqual([KEY])
})

test('a network that cannot be determined is no fault', async () => {
  const { found } = await check(getChain('of a chain of its own'))
  expect(found).toBe('ok: The TON API at HOST answers and does not say its network.')
})

test('an API of the other network is a failure', async () => {
  const { found } = await check(getChain(TESTNET))
  expect(found).toBe('failure: The TON API at HOST is on testnet, TON_NETWORK is mainnet.')
})

test.each([401, 403])('a key that is refused with %d is a failure', async (status) => {
  const { found } = await check({ status })
  expect(found).toMatch(/^failure: .* refuses TON_API_KEY\.$/)
})

test('mainnet without a key is a warning', async () => {
  const { found, requests } = await check(getChain(MAINNET), null)
  expect(found).toBe(
    'warning: Without a key in TON_API_KEY the TON API at HOST answers one request a second.',
  )
  expect(requests[0]?.headers).not.toHaveProperty('x-api-key')
})

test('an API that says we send too many requests is a warning', async () => {
  expect((await check({ status: 429 })).found).toMatch(/^warning: /)
})

test('a URL that is not the base of the API is a failure', async () => {
  expect((await check({ status: 404 })).found).toMatch(/^failure: .*status 404/)
})

test('an API that is down is a failure, and the others are still checked', async () => {
  const site = await getSite(getChain(MAINNET))
  const url = `http://127.0.0.1:${await freePort()}`
  const found = await examine({ url, apiKey: KEY }, { url: site.url, apiKey: KEY })
  expect(found).toHaveLength(2)
  expect(found[0]).toMatch(/^failure: .*ECONNREFUSED/)
  expect(found[1]).toMatch(/^ok: /)
})

test('a single API is a warning, because a key that it alone reports moves no wallet', async () => {
  const site = await getSite(getChain(MAINNET))
  const found = await examine({ url: site.url, apiKey: KEY })
  expect(found).toHaveLength(2)
  expect(found[0]).toMatch(/^ok: /)
  expect(found[1]).toMatch(/^warning: Only one TON API is asked/)
})
