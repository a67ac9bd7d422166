import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { ProblemSchema } from '#shared/problem.ts'
import { ALICE, BOB, startTestServer, type TestServer } from '#tests/support/test-server.ts'

const BURST = 60

let server: TestServer
beforeEach(async () => void (server = await startTestServer()))
afterEach(() => server.close())

function askOften(token: string, times: number) {
  return Promise.all(Array.from({ length: times }, () => server.call('GET', '/api/me', { token })))
}

describe('the rate of a member', () => {
  test('exceeded is 429 with Retry-After, and recovers', async () => {
    const token = await server.signIn(ALICE)
    const burst = await askOften(token, BURST)
    expect(burst.every(({ status }) => status === 200)).toBe(true)
    const refused = await server.call('GET', '/api/me', { token })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(v.parse(ProblemSchema, await refused.json()).code).toBe('rate-limited')
    server.clock.now += 1_000
    const recovered = await askOften(token, 21)
    expect(recovered.filter(({ status }) => status === 200)).toHaveLength(20)
  })

  test('holds on all their devices together, and holds nobody else up', async () => {
    const [phone, desktop, other] = [
      await server.signIn(ALICE),
      await server.signIn(ALICE),
      await server.signIn(BOB),
    ]
    await askOften(phone, BURST)
    expect((await server.call('GET', '/api/me', { token: desktop })).status).toBe(429)
    expect((await server.call('GET', '/api/me', { token: other })).status).toBe(200)
  })

  test('keeps nobody from signing in', async () => {
    await askOften(await server.signIn(ALICE), BURST + 1)
    expect(await server.signIn(ALICE)).toMatch(/^[\w-]{43}$/)
  })
})
