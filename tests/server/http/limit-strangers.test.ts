import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const BURST = 60
const SECOND_MS = 1_000

let server: TestServer
beforeEach(async () => void (server = await startTestServer({ address: '198.51.7.4' })))
afterEach(() => server.close())

const askOften = async (ask: () => Promise<Response> | Response, times: number) => {
  const responses = await Promise.all(Array.from({ length: times }, async () => ask()))
  return responses.map(({ status }) => status)
}
const count = (statuses: number[], status: number) =>
  statuses.filter((each) => each === status).length

describe('the rate of an address', () => {
  test.each([
    ['without a session', () => server.call('GET', '/api/me')],
    ['with launch data that is none', () => openWith('tma query_id=junk')],
    ['with a token that is none', () => server.call('GET', '/api/me', { token: 'x'.repeat(43) })],
    ['with a session to end that is none', () => endSession('x'.repeat(43))],
    ['with a key that is none', () => server.call('GET', '/v1/events', { token: 'junk' })],
  ])('an address over the rate %s gets 429 with Retry-After, and recovers', async (_, ask) => {
    expect(count(await askOften(ask, BURST + 10), 401)).toBe(BURST)
    const refused = await ask()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    expect(await refused.json()).toMatchObject({ code: 'rate-limited' })
    server.clock.now += SECOND_MS
    expect(count(await askOften(ask, 10), 401)).toBe(5)
  })

  test('the rate of an address holds up neither sessions nor pages', async () => {
    const token = await server.signIn()
    await askOften(() => server.call('GET', '/api/me'), BURST + 10)
    expect((await server.call('GET', '/api/me', { token })).status).toBe(200)
    expect((await server.call('GET', '/')).status).toBe(200)
    expect((await server.call('GET', '/readyz')).status).toBe(200)
  })
})

function endSession(token: string) {
  return server.call('DELETE', '/api/session', { token })
}

function openWith(authorization: string) {
  return server.app.request('/api/session', { method: 'POST', headers: { authorization } })
}
