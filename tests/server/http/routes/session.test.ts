import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { openSession } from '#shared/api/open-session.ts'
import { SESSION_TTL_MS } from '#shared/limits.ts'
import { ProblemSchema } from '#shared/problem.ts'
import { signInitData } from '#tests/support/init-data.ts'
import { BOT_TOKEN, openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { ADA, ZEBULON } from '#tests/support/people.ts'

let server: TestServer
beforeEach(async () => void (server = await openTestServer()))

const seconds = (ms: number) => Math.floor(ms / 1_000)

function present(initData: string): Promise<Response> | Response {
  return server.app.request('/api/session', {
    method: 'POST',
    headers: { authorization: `tma ${initData}` },
  })
}

async function getCode(response: Response): Promise<string> {
  return v.parse(ProblemSchema, await response.json()).code
}

describe('a session', () => {
  test('initData opens a session, which says who is here and what the link names', async () => {
    const start = 'r1_0123456789abcdefghij_-'
    const initData = signInitData({
      botToken: BOT_TOKEN,
      user: ADA,
      authDate: seconds(server.clock.now),
      startParam: start,
    })
    const response = await present(initData)
    expect(response.status).toBe(201)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const session = v.parse(openSession.response, await response.json())
    expect(session).toMatchObject({
      user: { telegramId: String(ADA.id), firstName: 'Ada', username: 'ada' },
      start,
    })
    expect(session.token).toMatch(/^[\w-]{43}$/)
  })

  test('does not pass on a start_param that is none of our codes', async () => {
    const initData = signInitData({
      botToken: BOT_TOKEN,
      user: ADA,
      authDate: seconds(server.clock.now),
      startParam: 'hello',
    })
    expect(await (await present(initData)).json()).toMatchObject({ start: null })
  })

  test.each([
    [
      'launch data of another bot',
      'init-data-invalid',
      { botToken: '999999:AAotherOTHERotherOTHERotherOTHERother' },
      0,
    ],
    ['launch data older than an hour', 'init-data-expired', {}, -3_601],
    ['launch data from the future', 'init-data-from-future', {}, 61],
  ])('is refused to %s', async (_name, code, change, offset) => {
    const authDate = seconds(server.clock.now) + offset
    const response = await present(
      signInitData({ botToken: BOT_TOKEN, user: ADA, authDate, ...change }),
    )
    expect(response.status).toBe(401)
    expect(await getCode(response)).toBe(code)
  })

  test('the same initData may be presented again within its hour', async () => {
    const initData = signInitData({
      botToken: BOT_TOKEN,
      user: ADA,
      authDate: seconds(server.clock.now),
    })
    expect((await present(initData)).status).toBe(201)
    server.clock.now += 59 * 60_000
    expect((await present(initData)).status).toBe(201)
  })

  test('is refused without a header, with another scheme and with an empty value', async () => {
    for (const authorization of ['', 'Bearer x', 'tma', 'tma ']) {
      const response = await server.app.request('/api/session', {
        method: 'POST',
        headers: { authorization },
      })
      expect(await getCode(response)).toBe('init-data-missing')
    }
  })

  test('a session ends with logout', async () => {
    const token = await server.signIn()
    expect((await server.call('GET', '/api/me', { token })).status).toBe(200)
    expect((await server.call('DELETE', '/api/session', { token })).status).toBe(204)
    expect(await getCode(await server.call('GET', '/api/me', { token }))).toBe('session-expired')
  })

  test.each([
    ['no token', undefined, 'session-missing'],
    ['a token that is none', 'x'.repeat(43), 'session-expired'],
  ])('%s ends no session', async (_, token, code) => {
    const response = await server.call('DELETE', '/api/session', { ...(token && { token }) })
    expect(response.status).toBe(401)
    expect(await getCode(response)).toBe(code)
  })

  test('a session ends with its time', async () => {
    const token = await server.signIn()
    server.clock.now += SESSION_TTL_MS
    expect(await getCode(await server.call('GET', '/api/me', { token }))).toBe('session-expired')
  })

  test('a session ends with its user', async () => {
    const token = await server.signIn()
    expect((await server.call('DELETE', '/api/me', { token })).status).toBe(204)
    expect(await getCode(await server.call('GET', '/api/me', { token }))).toBe('session-expired')
  })

  test('calls that race with the deletion of their member get that the session is over', async () => {
    const token = await server.signIn()
    const [deletion, ...others] = await Promise.all([
      server.call('DELETE', '/api/me', { token }),
      server.call('POST', '/api/attempts', { token, body: { family: 'ton' } }),
      server.call('POST', '/api/attempts', { token, body: { family: 'ton' } }),
    ])
    expect(deletion.status).toBe(204)
    for (const response of others) {
      expect(response.status).toBe(401)
      expect(await getCode(response)).toBe('session-expired')
    }
  })

  test('logs no token, initData, name or proof', async () => {
    const initData = signInitData({
      botToken: BOT_TOKEN,
      user: ZEBULON,
      authDate: seconds(server.clock.now),
    })
    const response = await present(initData)
    const { token } = v.parse(openSession.response, await response.json())
    const attempt = await server.newAttempt(token)
    await server.call('POST', `/api/attempts/${attempt.id}/proof`, {
      token,
      body: { junk: attempt.payload },
    })
    await present(`${initData}x`)
    const log = server.logLines.join('')
    expect(server.logLines.length).toBeGreaterThan(3)
    const hash = new URLSearchParams(initData).get('hash') ?? ''
    for (const secret of [
      token,
      hash,
      attempt.payload,
      BOT_TOKEN,
      ZEBULON.first_name,
      String(ZEBULON.id),
    ]) {
      expect(log).not.toContain(secret)
    }
  })
})
