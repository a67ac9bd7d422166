import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { openSession } from '#shared/api/open-session.ts'
import { unlinkWallet } from '#shared/api/unlink-wallet.ts'
import { ApiError } from '#client/api/api-error.ts'
import { createApi } from '#client/api/call.ts'
import { request, REQUEST_TIMEOUT_MS } from '#client/api/request.ts'
import { createSession } from '#client/api/session.ts'
import { createUserStorage } from '#client/api/user-storage.ts'
import { ATTEMPT, createFakeApi, NOW, ok, refuse, USER } from '#tests/support/fake-api.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'

const { id } = ATTEMPT
const IN_AN_HOUR = new Date(NOW + 3_600_000).toISOString()

function setUp({ fetch: ownFetch }: { fetch?: typeof fetch } = {}) {
  const server = createFakeApi()
  const storage = createUserStorage(createMemoryStorage(), '1001')
  const device = { isOnline: true }
  const network = { fetch: ownFetch ?? server.fetch, isOnline: () => device.isOnline }
  const open = () =>
    request(network, { endpoint: openSession, input: {}, authorization: 'tma signed' })
  const session = () => createSession({ open, storage, now: () => NOW })
  let signIns = 0
  server.on(openSession, () => {
    signIns += 1
    return ok({ token: `token-${signIns}`, expiresAt: IN_AN_HOUR, user: USER, start: null })
  })
  return { server, device, session, api: createApi({ ...network, session: session() }), network }
}

const broken = () => Promise.reject(new TypeError('failed'))

const silent: typeof fetch = (_, init) =>
  new Promise((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
  })

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => 'no error',
    (reason: unknown) => reason,
  )
  return error instanceof ApiError ? error.code : String(error)
}

describe('a call', () => {
  test('presents the launch data once and its token ever after', async () => {
    const { server, api } = setUp()
    server.on(getAttempt, () => ok(ATTEMPT))
    await Promise.all([api.call(getAttempt, { id }), api.call(getAttempt, { id })])
    expect(await api.call(getAttempt, { id })).toEqual(ATTEMPT)
    expect(server.sentTo(openSession).map((sent) => sent.authorization)).toEqual(['tma signed'])
    expect(new Set(server.sentTo(getAttempt).map((sent) => sent.authorization))).toEqual(
      new Set(['Bearer token-1']),
    )
  })

  test('sends its body as JSON and fills the id into the path', async () => {
    const { server, api } = setUp()
    server.on(createAttempt, () => ok(ATTEMPT))
    server.on(unlinkWallet, () => ({ status: 204 }))
    await api.call(createAttempt, { body: { family: 'ton' } })
    expect(await api.call(unlinkWallet, { id: 'a/b' })).toBeUndefined()
    expect(server.sent.map(({ method, path, body }) => ({ method, path, body }))).toContainEqual({
      method: 'POST',
      path: '/api/attempts',
      body: { family: 'ton' },
    })
    expect(server.sent.at(-1)?.path).toBe('/api/wallets/a%2Fb')
  })

  test('opens a lost session anew, once, and repeats itself', async () => {
    const { server, api } = setUp()
    server.on(getAttempt, ({ authorization }) =>
      authorization === 'Bearer token-1' ? refuse('session-expired') : ok(ATTEMPT),
    )
    expect(await api.call(getAttempt, { id })).toEqual(ATTEMPT)
    expect(server.sentTo(openSession)).toHaveLength(2)
  })

  test('gives up when the new session is refused too', async () => {
    const { server, api } = setUp()
    server.on(getAttempt, () => refuse('session-expired'))
    expect(await codeOf(api.call(getAttempt, { id }))).toBe('session-expired')
    expect(server.sentTo(getAttempt)).toHaveLength(2)
  })

  test('tells what the server refused by its code', async () => {
    const { server, api } = setUp()
    server.on(getAttempt, () => refuse('not-found'))
    expect(await codeOf(api.call(getAttempt, { id }))).toBe('not-found')
  })

  test.each([
    [200, { nonsense: true }, 'internal'],
    [200, undefined, 'server-unreachable'],
    [204, undefined, 'server-unreachable'],
    [408, undefined, 'server-unreachable'],
    [413, undefined, 'body-too-large'],
    [429, undefined, 'rate-limited'],
    [500, { code: 'no such code' }, 'internal'],
    [502, undefined, 'server-unreachable'],
    [503, undefined, 'maintenance'],
    [504, undefined, 'server-unreachable'],
    [511, undefined, 'server-unreachable'],
    [522, undefined, 'server-unreachable'],
    [403, undefined, 'internal'],
    [404, undefined, 'internal'],
  ])('reads a foreign answer %i as a problem of the list', async (status, body, code) => {
    const { server, api } = setUp()
    server.on(createAttempt, () => ({ status, body }))
    expect(await codeOf(api.call(createAttempt, { body: { family: 'ton' } }))).toBe(code)
  })

  test('tells a device without connection from a server without answer', async () => {
    const { api, device } = setUp({ fetch: broken })
    expect(await codeOf(api.call(getAttempt, { id }))).toBe('server-unreachable')
    device.isOnline = false
    expect(await codeOf(api.call(getAttempt, { id }))).toBe('offline')
  })

  test('names nothing of the request in its error', async () => {
    const { server, api } = setUp()
    server.on(createAttempt, () => refuse('too-many-attempts'))
    const error = await api.call(createAttempt, { body: { family: 'ton' } }).catch(String)
    expect(error).toBe('ApiError: too-many-attempts')
  })
})

describe('waiting', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('an answer that takes too long is given up', async () => {
    const { network } = setUp({ fetch: silent })
    const call = { endpoint: getAttempt, input: { id }, authorization: 'Bearer t' }
    const code = codeOf(request(network, call))
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS)
    expect(await code).toBe('server-unreachable')
  })

  test('a read that is told to come back in seconds comes back once', async () => {
    const { server, api } = setUp()
    let asked = 0
    server.on(getAttempt, () => {
      asked += 1
      return asked === 1 ? refuse('rate-limited', { 'retry-after': '2' }) : ok(ATTEMPT)
    })
    const answer = api.call(getAttempt, { id })
    await vi.advanceTimersByTimeAsync(1_999)
    expect(asked).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await answer).toEqual(ATTEMPT)
  })

  test('a read that is told to come back in minutes fails at once', async () => {
    const { server, api } = setUp()
    server.on(getAttempt, () => refuse('maintenance', { 'retry-after': '600' }))
    expect(await codeOf(api.call(getAttempt, { id }))).toBe('maintenance')
    expect(server.sentTo(getAttempt)).toHaveLength(1)
  })

  test.each(['server-unreachable', 'maintenance'] as const)(
    'a read that meets %s comes back a moment later, and gives up after three tries',
    async (code) => {
      const { server, api } = setUp()
      server.on(getAttempt, () => ({ status: code === 'maintenance' ? 503 : 502 }))
      const answer = codeOf(api.call(getAttempt, { id }))
      await vi.advanceTimersByTimeAsync(300)
      expect(server.sentTo(getAttempt)).toHaveLength(2)
      await vi.advanceTimersByTimeAsync(600)
      expect(await answer).toBe(code)
      expect(server.sentTo(getAttempt)).toHaveLength(3)
    },
  )

  test('a read that nobody answered in time is not repeated: that would be silence for twice as long', async () => {
    let asked = 0
    const { api } = setUp({
      fetch: (...request) => {
        asked += 1
        return silent(...request)
      },
    })
    const answer = codeOf(api.call(getAttempt, { id }))
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS)
    expect(await answer).toBe('server-unreachable')
    expect(asked).toBe(1)
  })

  test('a device that knows it is offline is told so at once', async () => {
    let asked = 0
    const { api, device } = setUp({
      fetch: () => {
        asked += 1
        return broken()
      },
    })
    device.isOnline = false
    expect(await codeOf(api.call(getAttempt, { id }))).toBe('offline')
    expect(asked).toBe(1)
  })

  test('whoever asks again by itself is answered at once', async () => {
    const { server, api } = setUp()
    server.on(getAttempt, () => refuse('maintenance'))
    expect(await codeOf(api.ask(getAttempt, { id }))).toBe('maintenance')
    expect(server.sentTo(getAttempt)).toHaveLength(1)
  })

  test.each(['server-unreachable', 'maintenance'] as const)(
    'a write that meets %s is never sent twice by itself',
    async (code) => {
      const { server, api } = setUp()
      server.on(createAttempt, () => ({ status: code === 'maintenance' ? 503 : 502 }))
      const answer = codeOf(api.call(createAttempt, { body: { family: 'ton' } }))
      await vi.advanceTimersByTimeAsync(60_000)
      expect(await answer).toBe(code)
      expect(server.sentTo(createAttempt)).toHaveLength(1)
    },
  )

  test('a write is never repeated by itself, and its Retry-After reaches the caller', async () => {
    const { server, api } = setUp()
    server.on(createAttempt, () => refuse('too-many-attempts', { 'retry-after': '2' }))
    const error: unknown = await api
      .call(createAttempt, { body: { family: 'ton' } })
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'too-many-attempts', retryAfterMs: 2_000 })
    expect(server.sentTo(createAttempt)).toHaveLength(1)
  })
})

describe('a session', () => {
  test('survives launch data of an earlier day through the token that the device kept', async () => {
    const { server, session } = setUp()
    await session().token()
    server.on(openSession, () => refuse('launch-data-expired'))
    expect(await session().token()).toBe('token-1')
  })

  test('does not survive launch data that is forged', async () => {
    const { server, session } = setUp()
    await session().token()
    server.on(openSession, () => refuse('launch-data-invalid'))
    expect(await codeOf(session().token())).toBe('launch-data-invalid')
  })

  test('does not fall back on the very token that was refused', async () => {
    const { server, session } = setUp()
    const opened = session()
    const token = await opened.token()
    server.on(openSession, () => refuse('launch-data-expired'))
    expect(await codeOf(opened.renew(token))).toBe('launch-data-expired')
  })

  test('is asked for again after a failure', async () => {
    const { server, session } = setUp()
    const opened = session()
    server.on(openSession, () => refuse('maintenance'))
    expect(await codeOf(opened.token())).toBe('maintenance')
    server.on(openSession, () =>
      ok({ token: 'later', expiresAt: IN_AN_HOUR, user: USER, start: null }),
    )
    expect(await opened.token()).toBe('later')
  })
})
