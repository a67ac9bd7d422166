import { beforeEach, describe, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'

/** How many calls an address may make at once, and how many of them it gets back in a second. */
const BURST = 120
const PER_SECOND = 10
const SECOND_MS = 1_000

const ADDRESS = '198.51.7.4'

let server: TestServer
beforeEach(async () => void (server = await openTestServer({ address: ADDRESS })))

type Ask = () => Promise<Response> | Response

const askOften = async (ask: Ask, times: number) => {
  const responses = await Promise.all(Array.from({ length: times }, async () => ask()))
  return responses.map(({ status }) => status)
}
const count = (statuses: number[], status: number) =>
  statuses.filter((each) => each === status).length

const JUNK = 'x'.repeat(43)
const openWith = (authorization: string) =>
  server.app.request('/api/session', { method: 'POST', headers: { authorization } })
const redeem = (token?: string) =>
  server.call('POST', '/api/session/ticket', { body: '{', ...(token !== undefined && { token }) })

describe('the rate of an address', () => {
  test.each<[string, number, Ask]>([
    ['without a session', 401, () => server.call('GET', '/api/me')],
    ['with launch data that is none', 401, () => openWith('tma query_id=junk')],
    ['with a token that is none', 401, () => server.call('GET', '/api/me', { token: JUNK })],
    [
      'with a session to end that is none',
      401,
      () => server.call('DELETE', '/api/session', { token: JUNK }),
    ],
    ['with a key that is none', 401, () => server.call('GET', '/v1/events', { token: 'junk' })],
    ['with a malformed ticket', 400, () => redeem()],
    ['attack: with a malformed ticket beside any credentials', 400, () => redeem('x')],
  ])(
    'an address over the rate %s gets 429 with Retry-After, and recovers',
    async (_, status, ask) => {
      expect(count(await askOften(ask, 2 * BURST), status)).toBe(BURST)
      const refused = await ask()
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
      expect(await refused.json()).toMatchObject({ code: 'rate-limited' })
      server.clock.now += SECOND_MS
      expect(count(await askOften(ask, 2 * PER_SECOND), status)).toBe(PER_SECOND)
    },
  )
  test('an address over the rate gets nothing else on any route', async () => {
    await askOften(() => server.call('GET', '/api/me'), BURST)
    const routes = new Map(
      server.app.routes
        .filter(({ method, path }) => method !== 'ALL' && !path.includes('*'))
        .map(({ method, path }) => [`${method} ${path}`, { method, path }]),
    )
    expect(routes.size).toBeGreaterThan(80)
    for (const { method, path } of routes.values()) {
      const { status } = await server.call(method, path.replaceAll(/:\w+(?:\{.*?\})?/g, 'x'))
      expect([method, path, status]).toEqual([method, path, 429])
    }
    server.caller.address = '198.51.7.5'
    expect((await server.call('GET', '/openapi.json')).status).toBe(200)
  })

  test.each([
    ['50 files cost as much as a call', '/openapi.json', 200, 50, BURST - 1],
    ['a file that is nowhere costs as much as a call', '/assets/x.js', 404, 49, BURST - 50],
    ['an export costs as much as a call', '/exports/x', 410, 50, BURST - 50],
  ])('%s', async (_, path, status, times, left) => {
    for (let asked = 0; asked < times; asked += 1)
      expect((await server.call('GET', path)).status).toBe(status)
    const statuses = await askOften(() => server.call('GET', '/api/me'), BURST)
    expect(count(statuses, 401)).toBe(left)
  })

  test('members whose session was verified are held up by nobody behind their address', async () => {
    const token = await server.signIn()
    const getMe = () => server.call('GET', '/api/me', { token })
    await getMe()
    await askOften(() => server.call('GET', '/api/me'), BURST)
    expect((await getMe()).status).toBe(200)
    expect((await server.call('GET', '/', { token: JUNK })).status).toBe(429)
  })

  test('attack: a verified session does not open the other routes beyond its own rate', async () => {
    const token = await server.signIn()
    await server.call('GET', '/api/me', { token })
    expect(count(await askOften(() => redeem(token), BURST + 10), 429)).toBe(10)
    expect((await server.call('GET', '/')).status).toBe(200)
  })

  test('an API key that was verified counts by itself', async () => {
    const token = await server.newKey()
    const listEvents = () => server.call('GET', '/v1/events', { token })
    await listEvents()
    await askOften(() => server.call('GET', '/api/me'), BURST)
    expect((await listEvents()).status).toBe(200)
  })

  test('clients without a known address share a larger rate, and the log says so once', async () => {
    server.caller.isShared = true
    const statuses = await askOften(() => server.call('GET', '/api/me'), 4 * BURST + 10)
    expect(count(statuses, 429)).toBe(10)
    const lines = server.logLines.filter((line) => line.includes('docs/running.md'))
    expect(lines).toHaveLength(1)
  })
})
