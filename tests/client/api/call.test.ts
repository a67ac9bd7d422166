import { afterEach, describe, expect, test, vi } from 'vitest'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { openSession } from '#shared/api/open-session.ts'
import { unlinkWallet } from '#shared/api/unlink-wallet.ts'
import { SESSION_TTL_MS } from '#shared/limits.ts'
import { ApiError } from '#client/api/api-error.ts'
import { createApi, request, REQUEST_TIMEOUT_MS } from '#client/api/call.ts'
import { createSession } from '#client/api/session.ts'
import { createUserStorage } from '#client/api/user-storage.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'

const HOUR_MS = 3_600_000
const TON = { family: 'ton' } as const

afterEach(() => void vi.restoreAllMocks())

/** A member whom Telegram has given init data, and an attempt of theirs. */
async function setUp({ fetch: ownFetch }: { fetch?: typeof fetch } = {}) {
  const server = await startAppServer()
  const { id } = await (await server.visit()).api.call(createAttempt, { body: TON })
  const storage = createUserStorage(createMemoryStorage(), '1001')
  const device = { initData: server.launch().initData }
  const network = { fetch: ownFetch ?? server.fetch }
  const open = () => {
    const authorization = `tma ${device.initData}`
    return request(network, { endpoint: openSession, input: {}, authorization })
  }
  const session = () => createSession({ open, storage, now: () => server.server.clock.now })
  return {
    server,
    id,
    device,
    session,
    api: createApi({ ...network, session: session() }),
    network,
  }
}

/** {@link setUp}, with a session, in virtual time. */
async function wait(options: Parameters<typeof setUp>[0] = {}) {
  const parts = await setUp(options)
  if (!options.fetch) await parts.api.call(getAttempt, { id: parts.id })
  parts.server.sent.length = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return parts
}

const broken = () => Promise.reject(new TypeError('failed'))

const silent: typeof fetch = (_, init) =>
  new Promise((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
  })

async function getCode(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => 'no error',
    (reason: unknown) => reason,
  )
  return error instanceof ApiError ? error.code : String(error)
}

describe('a call', () => {
  test('presents the initData once, and its token on every later call', async () => {
    const { server, api, id, device } = await setUp()
    await Promise.all([api.call(getAttempt, { id }), api.call(getAttempt, { id })])
    expect(await api.call(getAttempt, { id })).toMatchObject({ id, state: 'created' })
    expect(server.sentTo(openSession).map((sent) => sent.authorization)).toEqual([
      `tma ${device.initData}`,
    ])
    const tokens = new Set(server.sentTo(getAttempt).map((sent) => sent.authorization))
    expect([...tokens]).toEqual([expect.stringMatching(/^Bearer ./u)])
  })

  test('sends its body as JSON and fills the id into the path', async () => {
    const { server, api } = await setUp()
    const { id } = await (await server.visit()).linkTon()
    await api.call(createAttempt, { body: TON })
    expect(await api.call(unlinkWallet, { id })).toBeUndefined()
    expect(await getCode(api.call(unlinkWallet, { id: 'a/b' }))).toBe('not-found')
    const attempt = { method: 'POST', path: '/api/attempts', body: TON }
    expect(server.sent).toContainEqual(expect.objectContaining(attempt))
    expect(server.sent.at(-1)?.path).toBe('/api/wallets/a%2Fb')
  })

  test('opens a new session once when the old one is refused, and repeats itself', async () => {
    const { server, api, id, device } = await setUp()
    await api.call(getAttempt, { id })
    server.server.clock.now += SESSION_TTL_MS
    device.initData = server.launch().initData
    expect(await api.call(getAttempt, { id })).toMatchObject({ id })
    expect(server.sentTo(openSession)).toHaveLength(2)
  })

  test('gives up when the new session is refused, too', async () => {
    const { server, api, id } = await setUp()
    server.refuse(getAttempt, 'session-expired')
    expect(await getCode(api.call(getAttempt, { id }))).toBe('session-expired')
    expect(server.sentTo(getAttempt)).toHaveLength(2)
  })

  test('reports a refusal of the server by its code', async () => {
    const { api } = await setUp()
    expect(await getCode(api.call(getAttempt, { id: 'n'.repeat(22) }))).toBe('not-found')
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
  ])('reads an unknown answer %i as a problem of the list', async (status, body, code) => {
    const { server, api } = await setUp()
    const text = body === undefined ? null : JSON.stringify(body)
    server.replace(createAttempt, () => new Response(text, { status }))
    expect(await getCode(api.call(createAttempt, { body: TON }))).toBe(code)
  })

  test('distinguishes a device without connection from a server that does not answer', async () => {
    const { api, id } = await setUp({ fetch: broken })
    expect(await getCode(api.call(getAttempt, { id }))).toBe('server-unreachable')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(await getCode(api.call(getAttempt, { id }))).toBe('offline')
  })

  test('puts nothing of the request into its error', async () => {
    const { server, api } = await setUp()
    server.refuse(createAttempt, 'too-many-attempts')
    const error = await api.call(createAttempt, { body: TON }).catch(String)
    expect(error).toBe('ApiError: too-many-attempts')
  })
})

describe('waiting', () => {
  afterEach(() => void vi.useRealTimers())

  test('a call gives up an answer that takes too long', async () => {
    const { network, id } = await wait({ fetch: silent })
    const call = { endpoint: getAttempt, input: { id }, authorization: 'Bearer t' }
    const code = getCode(request(network, call))
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS)
    expect(await code).toBe('server-unreachable')
  })

  test('a read comes back once when it gets a Retry-After of seconds', async () => {
    const { server, api, id } = await wait()
    const recover = server.refuse(getAttempt, 'rate-limited', { 'retry-after': '2' })
    const answer = api.call(getAttempt, { id })
    await vi.advanceTimersByTimeAsync(1_999)
    recover()
    expect(server.sentTo(getAttempt)).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await answer).toMatchObject({ id })
    expect(server.sentTo(getAttempt)).toHaveLength(2)
  })

  test('a read fails immediately when it gets a Retry-After of minutes', async () => {
    const { server, api, id } = await wait()
    server.refuse(getAttempt, 'maintenance', { 'retry-after': '600' })
    expect(await getCode(api.call(getAttempt, { id }))).toBe('maintenance')
    expect(server.sentTo(getAttempt)).toHaveLength(1)
  })

  test.each(['server-unreachable', 'maintenance'] as const)(
    'a read that meets %s is retried a moment later, and gives up after three tries',
    async (code) => {
      const { server, api, id } = await wait()
      const status = code === 'maintenance' ? 503 : 502
      server.replace(getAttempt, () => new Response(null, { status }))
      const answer = getCode(api.call(getAttempt, { id }))
      await vi.advanceTimersByTimeAsync(300)
      expect(server.sentTo(getAttempt)).toHaveLength(2)
      await vi.advanceTimersByTimeAsync(600)
      expect(await answer).toBe(code)
      expect(server.sentTo(getAttempt)).toHaveLength(3)
    },
  )

  test.each([
    [
      'that nobody answered in time is not repeated: that would be silence for twice as long',
      silent,
      true,
      'server-unreachable',
    ],
    ['of a device that knows it is offline is not repeated', broken, false, 'offline'],
  ] as const)('a read %s', async (_, fetch, isOnline, code) => {
    const asked = vi.fn(fetch)
    const { api, id } = await wait({ fetch: asked })
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
    const answer = getCode(api.call(getAttempt, { id }))
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS)
    expect(await answer).toBe(code)
    expect(asked).toHaveBeenCalledTimes(1)
  })

  test('a caller that retries on its own gets the answer immediately', async () => {
    const { server, api, id } = await wait()
    server.refuse(getAttempt, 'maintenance')
    expect(await getCode(api.ask(getAttempt, { id }))).toBe('maintenance')
    expect(server.sentTo(getAttempt)).toHaveLength(1)
  })

  test.each([
    [502, 'server-unreachable'],
    [503, 'maintenance'],
  ])('a write that gets %i is never sent twice automatically', async (status, code) => {
    const { server, api } = await wait()
    server.replace(createAttempt, () => new Response(null, { status }))
    const answer = getCode(api.call(createAttempt, { body: TON }))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await answer).toBe(code)
    expect(server.sentTo(createAttempt)).toHaveLength(1)
  })

  test('a write is never retried automatically, and its Retry-After reaches the caller', async () => {
    const { server, api } = await wait()
    server.refuse(createAttempt, 'too-many-attempts', { 'retry-after': '2' })
    const error: unknown = await api
      .call(createAttempt, { body: TON })
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'too-many-attempts', retryAfterMs: 2_000 })
    expect(server.sentTo(createAttempt)).toHaveLength(1)
  })
})

describe('a session', () => {
  test('survives initData of an earlier day through the token that the device stored', async () => {
    const { server, session } = await setUp()
    const token = await session().token()
    server.server.clock.now += 2 * HOUR_MS
    expect(await session().token()).toBe(token)
  })

  test('a session does not survive forged initData', async () => {
    const { session, device } = await setUp()
    await session().token()
    device.initData = device.initData.replace('Ada', 'Eve')
    expect(await getCode(session().token())).toBe('init-data-invalid')
  })

  test('a session does not fall back on the token that was just refused', async () => {
    const { server, session } = await setUp()
    const opened = session()
    const token = await opened.token()
    server.server.clock.now += 2 * HOUR_MS
    expect(await getCode(opened.renew(token))).toBe('init-data-expired')
  })

  test('a session is opened again after a failure', async () => {
    const { server, session } = await setUp()
    const opened = session()
    const recover = server.refuse(openSession, 'maintenance')
    expect(await getCode(opened.token())).toBe('maintenance')
    recover()
    expect(await opened.token()).toMatch(/./u)
  })
})
