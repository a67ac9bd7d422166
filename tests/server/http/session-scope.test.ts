import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { HOST_OPERATIONS } from '#server/http/openapi/operations.ts'
import { closeSession } from '#shared/api/close-session.ts'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { createTicket } from '#shared/api/create-ticket.ts'
import { type Endpoint, getPath } from '#shared/api/endpoint.ts'
import { fixAccount } from '#shared/api/fix-account.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { openTicketSession } from '#shared/api/open-ticket-session.ts'
import { submitProof } from '#shared/api/submit-proof.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { getCode } from './evm-harness.ts'
import { ADA } from '#tests/support/people.ts'

/** The calls that a session for one attempt may make. Besides, it may end itself. */
const ALLOWED: readonly Endpoint[] = [
  getAttempt,
  updateAttempt,
  cancelAttempt,
  fixAccount,
  submitProof,
]
/** Calls that bring their own credentials, so that a session has nothing to do with them. */
const WITHOUT_SESSION = new Set(['POST /api/session', 'POST /api/session/ticket'])

let server: TestServer
/** Ada's session for everything. */
let full: string
/** Ada's session for `attempt` alone. */
let limited: string
let attempt: string

beforeEach(async () => {
  server = await openTestServer({ evm: 'browser', adminIds: new Set([String(ADA.id)]) })
  full = await server.signIn(ADA)
  attempt = (await server.newEvmAttempt(full)).id
  const made = await server.call('POST', `/api/attempts/${attempt}/ticket`, { token: full })
  const { ticket } = v.parse(createTicket.response, await made.json())
  const opened = await server.call('POST', '/api/session/ticket', { body: { ticket } })
  limited = v.parse(openTicketSession.response, await opened.json()).token
})

async function refusal(method: string, path: string, token = limited) {
  const response = await server.call(method, path, { token })
  return { status: response.status, code: getCode({ json: await response.json() }) }
}

const LIMITED = { status: 403, code: 'session-limited' }

type ScopedCall = { method: string; path: string }

/** Every call that the server serves the Mini App with a session. */
function getCalls(): ScopedCall[] {
  const isOfApp = ({ method, path }: ScopedCall) => method !== 'ALL' && path.startsWith('/api/')
  const calls = server.app.routes.filter(isOfApp).map(({ method, path }) => `${method} ${path}`)
  return [...new Set(calls)]
    .filter((call) => !WITHOUT_SESSION.has(call))
    .map((call) => {
      const [method = '', path = ''] = call.split(' ')
      return { method, path }
    })
}

const isCall =
  ({ method, path }: ScopedCall) =>
  (one: ScopedCall) =>
    one.method === method && one.path === path

test('no call answers without a session', async () => {
  for (const { method, path } of getCalls()) {
    const response = await server.call(method, path.replace(':id', 'x'))
    const code = getCode({ json: await response.json() })
    expect([method, path, response.status, code]).toEqual([method, path, 401, 'session-missing'])
  }
})

describe('a session for one attempt', () => {
  test('the session can end itself, and ends no other', async () => {
    expect((await server.call('DELETE', '/api/session', { token: limited })).status).toBe(204)
    const after = await server.call('GET', `/api/attempts/${attempt}`, { token: limited })
    expect(after.status).toBe(401)
    expect((await server.call('GET', '/api/me', { token: full })).status).toBe(200)
  })

  test('the session can do nothing but its five calls, with its own attempt’s id or another', async () => {
    const other = (await server.newEvmAttempt(full)).id
    const closed = getCalls().filter(
      (call) => ![...ALLOWED, closeSession].some((allowed) => isCall(allowed)(call)),
    )
    expect(closed).toHaveLength(getCalls().length - ALLOWED.length - 1)
    for (const { method, path } of closed)
      for (const id of [attempt, other])
        expect([path, await refusal(method, path.replace(':id', id))]).toEqual([path, LIMITED])
  })

  test.each(ALLOWED)(
    'the session can $method $path, of its own attempt and of no other',
    async (endpoint) => {
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

  test.each(ALLOWED)('the session can $method $path, and by no other method', async (endpoint) => {
    const path = getPath(endpoint, attempt)
    const atPath = ALLOWED.filter((one) => one.path === endpoint.path)
    const meant = new Set<string>(atPath.map(({ method }) => method))
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
