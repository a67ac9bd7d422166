import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { APP_OPERATIONS, HOST_OPERATIONS } from '#server/http/openapi/operations.ts'
import { createTicket } from '#shared/api/create-ticket.ts'
import { getPath } from '#shared/api/endpoint.ts'
import { openTicketSession } from '#shared/api/open-ticket-session.ts'
import { ALICE, startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { getCode } from './evm-harness.ts'

/** The calls that a session for one attempt may make. Besides, it may end itself. */
const ALLOWED = ['getAttempt', 'updateAttempt', 'cancelAttempt', 'fixAccount', 'submitProof']

let server: TestServer
/** Alice's session for everything. */
let full: string
/** Alice's session for `attempt` alone. */
let limited: string
let attempt: string

beforeEach(async () => {
  server = await startTestServer({ evm: 'browser', adminIds: new Set([String(ALICE.id)]) })
  full = await server.signIn(ALICE)
  attempt = (await server.newEvmAttempt(full)).id
  const made = await server.call('POST', `/api/attempts/${attempt}/ticket`, { token: full })
  const { ticket } = v.parse(createTicket.response, await made.json())
  const opened = await server.call('POST', '/api/session/ticket', { body: { ticket } })
  limited = v.parse(openTicketSession.response, await opened.json()).token
})
afterEach(() => server.close())

async function refusal(method: string, path: string, token = limited) {
  const response = await server.call(method, path, { token })
  return { status: response.status, code: getCode({ json: await response.json() }) }
}

const LIMITED = { status: 403, code: 'session-limited' }

const inSession = Object.entries(APP_OPERATIONS).filter(
  ([, { credentials = 'session' }]) => credentials === 'session',
)
const closed = inSession.filter(([id]) => ![...ALLOWED, 'closeSession'].includes(id))
const open = inSession.filter(([id]) => ALLOWED.includes(id))

describe('a session for one attempt', () => {
  test('the session is for five calls, and they all exist', () => {
    expect(open.map(([id]) => id).toSorted()).toEqual(ALLOWED.toSorted())
    expect(closed.length).toBeGreaterThan(10)
  })

  test('the session can end itself, and ends no other', async () => {
    expect((await server.call('DELETE', '/api/session', { token: limited })).status).toBe(204)
    const after = await server.call('GET', `/api/attempts/${attempt}`, { token: limited })
    expect(after.status).toBe(401)
    expect((await server.call('GET', '/api/me', { token: full })).status).toBe(200)
  })

  test.each(closed)(
    'the session cannot %s, with its own attempt’s id or another',
    async (_, { endpoint }) => {
      const other = (await server.newEvmAttempt(full)).id
      for (const id of [attempt, other]) {
        expect(await refusal(endpoint.method, getPath(endpoint, id))).toEqual(LIMITED)
      }
    },
  )

  test.each(open)(
    'the session can %s, of its own attempt and of no other',
    async (_, { endpoint }) => {
      const other = (await server.newEvmAttempt(full)).id
      expect(await refusal(endpoint.method, getPath(endpoint, other))).toEqual(LIMITED)
      const own = await server.call(endpoint.method, getPath(endpoint, attempt), { token: limited })
      expect(own.status).not.toBe(403)
    },
  )

  test.each(Object.entries(HOST_OPERATIONS))(
    'the session is no API key: %s',
    async (_, { endpoint }) => {
      const { method, path } = endpoint
      const response = await server.call(method, path.replaceAll(/:\w+/g, 'x'), { token: limited })
      expect(response.status).toBe(401)
    },
  )

  test.each<[string, (id: string) => string]>([
    ['doubled slashes', (id) => `//api//attempts//${id}`],
    ['a slash at the end', (id) => `/api/attempts/${id}/`],
    ['a slash at the end of another call', () => '/api/me/'],
    ['dots', (id) => `/api/attempts/${id}/../../me`],
    ['dots in percent code', (id) => `/api/attempts/${id}/%2e%2e/%2e%2e/me`],
    ['a slash in percent code', (id) => `/api/attempts/${id}%2Fticket`],
    ['percent code', () => '/api/%6de'],
    ['percent code of percent code', () => '/api/%256de'],
    ['capitals', () => '/API/me'],
    ['a semicolon', (id) => `/api/attempts/${id};/ticket`],
    ['a null character', (id) => `/api/attempts/${id}%00`],
    ['its attempt in the query', (id) => `/api/me?/api/attempts/${id}`],
    ['its attempt in the fragment', (id) => `/api/me#/api/attempts/${id}`],
    ['nothing there at all', () => '/api/nothing'],
  ])('the session reaches nothing more by %s', async (_, path) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']) {
      const { status } = await server.call(method, path(attempt), { token: limited })
      expect([403, 404]).toContain(status)
    }
    // The member and the full session are still there.
    expect((await server.call('GET', '/api/me', { token: full })).status).toBe(200)
  })

  test.each(open)('the session can %s by no other method', async (_, { endpoint }) => {
    const path = getPath(endpoint, attempt)
    const meant = new Set(
      open
        .filter(([, one]) => one.endpoint.path === endpoint.path)
        .map(([, one]) => one.endpoint.method),
    )
    const others = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter(
      (method) => !meant.has(method),
    )
    expect(others.length).toBeGreaterThan(0)
    for (const method of others) expect(await refusal(method, path)).toEqual(LIMITED)
  })

  test('the session may write its own path in percent code, and gets what it is for', async () => {
    const [first = ''] = attempt
    const coded = `%${first.charCodeAt(0).toString(16)}${attempt.slice(1)}`
    const own = await server.call('GET', `/api/attempts/${coded}`, { token: limited })
    expect(own.status).toBe(200)
    expect(await own.json()).toMatchObject({ id: attempt })
  })

  test('the session does not limit a full session', async () => {
    expect((await server.call('GET', '/api/me', { token: full })).status).toBe(200)
  })
})
