import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { ProblemSchema } from '#shared/problem.ts'
import { signInitData } from '#tests/support/init-data.ts'
import { BOT_TOKEN, openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { ADA, ILYA, type TestAccount } from '#tests/support/people.ts'

const BURST = 60

let server: TestServer
beforeEach(async () => void (server = await openTestServer()))

function askOften(token: string, times: number) {
  return Promise.all(Array.from({ length: times }, () => server.call('GET', '/api/me', { token })))
}

describe('the rate of a member', () => {
  test('a member over the rate gets 429 with Retry-After, and recovers', async () => {
    const token = await server.signIn(ADA)
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

  test('the rate counts all devices of a member together, and limits no other member', async () => {
    const [phone, desktop, other] = [
      await server.signIn(ADA),
      await server.signIn(ADA),
      await server.signIn(ILYA),
    ]
    await askOften(phone, BURST)
    expect((await server.call('GET', '/api/me', { token: desktop })).status).toBe(429)
    expect((await server.call('GET', '/api/me', { token: other })).status).toBe(200)
  })

  test('the rate keeps no member from signing in', async () => {
    await askOften(await server.signIn(ADA), BURST + 1)
    expect(await server.signIn(ADA)).toMatch(/^[\w-]{43}$/)
  })
})

function signInAs(user: TestAccount, ageS = 0) {
  const authDate = Math.floor(server.clock.now / 1_000) - ageS
  const initData = signInitData({ botToken: BOT_TOKEN, user, authDate })
  const headers = { authorization: `tma ${initData}` }
  return server.app.request('/api/session', { method: 'POST', headers })
}

describe('the rate of an account that signs in', () => {
  test('attack: who deletes everything and comes back, over and over, is held up all the same', async () => {
    for (let count = 0; count < 30; count += 1) {
      const token = await server.signIn(ADA)
      expect((await server.call('DELETE', '/api/me', { token })).status).toBe(204)
    }
    const refused = await signInAs(ADA)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(v.parse(ProblemSchema, await refused.json()).code).toBe('rate-limited')
    // Another initData does not help either.
    expect((await signInAs(ADA, 1)).status).toBe(429)
    expect((await signInAs(ILYA)).status).toBe(201)
    server.clock.now += 1_000
    expect((await signInAs(ADA)).status).toBe(201)
  })
})
