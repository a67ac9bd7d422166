import { execFileSync } from 'node:child_process'
import { decodeJwt } from 'jose'
import { Webhook } from 'standardwebhooks'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ClaspConnection } from '#host/call-clasp.ts'
import { createClasp } from '#host/create-clasp.ts'
import { CLASP_PROBLEMS } from '#host/clasp-error.ts'
import { type HttpListener, listen } from '#server/process/listen.ts'
import { HOST_EVENT_TYPES } from '#shared/api/host/host-event.ts'
import { type Fault, type HostFront, startHostFront } from '#tests/support/host-front.ts'
import { HOST_LIBRARIES, type LibraryCall } from '#tests/support/host-libraries.ts'
import { askToJoin } from '#tests/support/join-samples.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { until } from '#tests/support/until.ts'
import { newSigningSecret } from '#tests/support/webhook-receiver.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

/** What a proxy answers while its server restarts; the library is not to wait for it. */
const away: Fault = (response) =>
  response.writeHead(502, { 'retry-after': '0' }).end('<h1>Bad Gateway</h1>')

const SavedSchema = v.object({ value: v.object({ saved: v.array(v.string()) }) })
const MadeSchema = v.object({ value: v.object({ code: v.string() }) })
const ListsSchema = v.object({
  codes: v.array(v.string()),
  temporary: v.array(v.string()),
  types: v.array(v.string()),
})

let server: TestServer
let listener: HttpListener
let front: HostFront
let key: string

function serveEachTest(): void {
  beforeEach(async () => {
    server = await openTestServer()
    listener = await listen(server.app, { host: '127.0.0.1', port: 0 })
    front = await startHostFront(`http://127.0.0.1:${listener.port}`)
    key = await server.newKey()
  })
  afterEach(async () => {
    await front.close()
    await listener.close()
  })
}

async function linkBoth() {
  const ofAda = await linkWallet(server, await server.signIn(ADA), 1)
  server.clock.now += 1
  const ofIlya = await linkWallet(server, await server.signIn(ILYA), 2)
  return { ofAda, ofIlya }
}

describe.each(HOST_LIBRARIES)('the $name library', ({ run }) => {
  serveEachTest()

  const use = (call: LibraryCall, change: Partial<ClaspConnection> = {}) =>
    run({ url: front.url, key, ...change }, call)

  test('says which wallets an account has', async () => {
    const { ofAda } = await linkBoth()
    const own = { id: ofAda.id, level: 'key', primary: true, staleAt: null, signerOf: [] }
    for (const telegramId of [ADA.id, String(ADA.id)])
      expect(await use({ use: 'wallets', telegramId })).toMatchObject({ value: [own] })
    expect(await use({ use: 'wallets', telegramId: 4242 })).toEqual({ value: [] })
  })

  test('gives a site a token of an account', async () => {
    const { ofAda } = await linkBoth()
    const audience = 'https://shop.example.com'
    const result = await use({ use: 'token', telegramId: ADA.id, audience })
    const { value } = v.parse(v.object({ value: v.string() }), result)
    expect(decodeJwt(value)).toMatchObject({
      aud: audience,
      sub: String(ADA.id),
      wallets: [{ account: `tvm:-239:${ofAda.address.replace(':', '%3A')}` }],
    })
    const error = { code: 'not-found', isTemporary: false }
    expect(await use({ use: 'token', telegramId: 4242, audience })).toEqual({ error })
  })

  test('reads all links over all pages, as the filter says', async () => {
    const { ofAda, ofIlya } = await linkBoth()
    front.setting.pageSize = 1
    const all = [
      { id: ofAda.id, user: { telegramId: String(ADA.id) } },
      { id: ofIlya.id, user: { telegramId: String(ILYA.id) } },
    ]
    expect(await use({ use: 'links', filter: {} })).toMatchObject({ value: all })
    const ton = { family: 'ton', level: 'key', binding: 'domain' } as const
    expect(await use({ use: 'links', filter: ton })).toMatchObject({ value: all })
    expect(await use({ use: 'links', filter: { level: 'quorum' } })).toEqual({ value: [] })
  })

  test('resumes events from the saved cursor, which is behind what was handled', async () => {
    const { ofAda, ofIlya } = await linkBoth()
    front.setting.pageSize = 1
    const [first, second] = [ofAda, ofIlya].map(({ id }) => ({ data: { wallet: { id } } }))
    const cursor: unknown = expect.stringMatching(/^[\w-]+$/)
    const firstPage = await use({ use: 'events', after: null, take: 2 })
    expect(firstPage).toMatchObject({ value: { taken: [first, second], saved: [cursor] } })
    const [saved = null] = v.parse(SavedSchema, firstPage).value.saved
    const resumed = await use({ use: 'events', after: saved, take: 1 })
    expect(resumed).toMatchObject({ value: { taken: [second], saved: [] } })
  })

  test('waits for events that come later', async () => {
    await linkWallet(server, await server.signIn(ADA), 1)
    const reading = use({ use: 'events', after: null, take: 2, pollMs: 500 })
    await until(() => expect(front.arrived.length).toBeGreaterThanOrEqual(2))
    const { id } = await linkWallet(server, await server.signIn(ILYA), 2)
    expect(await reading).toMatchObject({ value: { taken: [{}, { data: { wallet: { id } } }] } })
  })

  test('leaves out events of a type that a later server has', async () => {
    await linkBoth()
    front.setting.rewrite = (body) => body.replace('wallet.linked', 'wallet.renamed')
    const read = await use({ use: 'events', after: null, take: 1 })
    const ofIlya = { data: { user: { telegramId: String(ILYA.id) } } }
    expect(read).toMatchObject({ value: { taken: [ofIlya] } })
  })

  test('makes, reads and closes a request, and lists who answered', async () => {
    const made = await use({ use: 'createRequest', input: { families: ['ton'], expiresIn: 60 } })
    expect(made).toMatchObject({ value: { state: 'open', families: ['ton'], answered: 0 } })
    const { code } = v.parse(MadeSchema, made).value
    for (const [user, seed] of [
      [ADA, 1],
      [ILYA, 2],
    ] as const) {
      const token = await server.signIn(user)
      const { id: walletId } = await linkWallet(server, token, seed)
      await server.call('POST', `/api/requests/${code}/answer`, { token, body: { walletId } })
      server.clock.now += 1
    }
    front.setting.pageSize = 1
    expect(await use({ use: 'answers', code })).toMatchObject({
      value: [ADA, ILYA].map(({ id }) => ({ user: { telegramId: String(id) } })),
    })
    expect(await use({ use: 'closeRequest', code })).toMatchObject({ value: { state: 'closed' } })
    const read = await use({ use: 'readRequest', code })
    expect(read).toMatchObject({ value: { state: 'closed', answered: 2 } })
  })

  test('decides who joins a group, and is refused another decision', async () => {
    const { id } = await askToJoin(server.store, { now: server.clock.now })
    const call = { use: 'decideJoin', id, decision: 'decline' } as const
    expect(await use(call)).toMatchObject({ value: { id, state: 'declined', why: 'host' } })
    const error = { code: 'join-decided', isTemporary: false }
    expect(await use({ ...call, decision: 'approve' })).toEqual({ error })
  })

  test('makes a request once for one idempotency key', async () => {
    const call = { use: 'createRequest', input: {}, idempotencyKey: 'order 7' } as const
    const first = await use(call)
    expect(first).toHaveProperty('value.code')
    expect(await use(call)).toEqual(first)
  })

  test('makes a request once where its answer was lost', async () => {
    front.faults.push(async (response, passOn) => {
      await passOn()
      response.destroy()
    })
    expect(await use({ use: 'createRequest', input: {} })).toHaveProperty('value.code')
    const keys = front.arrived.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
    expect(front.arrived[1]?.headers).toHaveProperty('authorization', `Bearer ${key}`)
  })

  test("has Clasp's log name the trace that a call belongs to", async () => {
    const traceId = '7c'.repeat(16)
    const traceparent = () => `00-${traceId}-${'01'.repeat(8)}-01`
    await use({ use: 'wallets', telegramId: 4242 }, { traceparent })
    expect(server.logLines.at(-1)).toContain(`"traceId":"${traceId}"`)
  })

  test('is refused with the code that Clasp has for it, and asks once', async () => {
    const code = `r1_${'x'.repeat(22)}`
    const reader = await server.newKey(['wallets:read'])
    const refusals = [
      [{ use: 'wallets', telegramId: 1 }, 'clasp_wrong', 'key-invalid'],
      [{ use: 'createRequest', input: {} }, reader, 'scope-missing'],
      [{ use: 'readRequest', code }, key, 'not-found'],
      [{ use: 'events', after: 'AAAAAAAA', take: 1 }, key, 'cursor-invalid'],
      [{ use: 'createRequest', input: { expiresIn: 1 } }, key, 'bad-request'],
    ] as const
    for (const [call, as, code] of refusals)
      expect(await use(call, { key: as })).toEqual({ error: { code, isTemporary: false } })
    expect(front.arrived).toHaveLength(refusals.length)
  })

  test.each([
    { use: 'wallets', telegramId: '..' },
    { use: 'closeRequest', code: '..' },
    { use: 'answers', code: '' },
    { use: 'readRequest', code: 'r1_a/../x' },
  ] as const)('sends no call for $use of what is no name', async (call) => {
    const error = { code: 'bad-request', isTemporary: false }
    expect(await use(call)).toEqual({ error })
    expect(front.arrived).toEqual([])
  })

  test('waits as long as Clasp asks for, and tries again', async () => {
    for (let calls = 0; calls < 20; calls += 1)
      await server.call('GET', '/v1/events', { token: key })
    const statuses: number[] = []
    front.setting.onAnswer = (status) => {
      statuses.push(status)
      server.clock.now += 1_000
    }
    expect(await use({ use: 'wallets', telegramId: 1 })).toEqual({ value: [] })
    expect(statuses).toEqual([429, 200])
  })

  test('tries again three times while a proxy says that Clasp is away', async () => {
    front.faults.push(away, away)
    expect(await use({ use: 'wallets', telegramId: 1 })).toEqual({ value: [] })
    front.faults.push(away, away, away)
    const error = { code: 'unreachable', isTemporary: true }
    expect(await use({ use: 'wallets', telegramId: 1 })).toEqual({ error })
    expect(front.arrived).toHaveLength(6)
  })

  test('does not wait where a server asks for hours', async () => {
    front.faults.push((response) => response.writeHead(503, { 'retry-after': '7200' }).end())
    const error = { code: 'unreachable', isTemporary: true }
    expect(await use({ use: 'wallets', telegramId: 1 })).toEqual({ error })
    expect(front.arrived).toHaveLength(1)
  })

  test('says that nobody listens', async () => {
    const { url } = front
    await front.close()
    const error = { code: 'unreachable', isTemporary: true }
    const call = { use: 'wallets', telegramId: 1 } as const
    expect(await run({ url, key, retries: 0 }, call)).toEqual({ error })
    front = await startHostFront(`http://127.0.0.1:${listener.port}`)
  })

  test('says that Clasp is silent', async () => {
    front.faults.push(() => {})
    const silent = { url: front.url, key, retries: 0, timeoutMs: 300 }
    const error = { code: 'timed-out', isTemporary: true }
    expect(await run(silent, { use: 'wallets', telegramId: 1 })).toEqual({ error })
  })

  test('takes the key nowhere that a redirect names', async () => {
    front.faults.push((response) => response.writeHead(302, { location: `${front.url}/x` }).end())
    const error = { code: 'answer-unreadable', isTemporary: false }
    expect(await use({ use: 'wallets', telegramId: 1 })).toEqual({ error })
    expect(front.arrived).toHaveLength(1)
  })

  test.each(['', '<html>', '[]', '{}'])('an answer of %j is not Clasp’s', async (body) => {
    front.faults.push((response) => response.writeHead(200).end(body))
    const error = { code: 'answer-unreadable', isTemporary: false }
    expect(await use({ use: 'wallets', telegramId: 1 })).toEqual({ error })
  })
})

describe.each(HOST_LIBRARIES)('a webhook in the $name library', ({ run }) => {
  const secret = newSigningSecret()
  const event = { id: 'pD1vN0a3dTqvW6hX2c9k4Q', timestamp: '2026-11-21T09:30:00.000Z' }
  const user = { id: 'Zk3n9m0aQ2WfTn7uYc5r1g', telegramId: null }
  const deleted = JSON.stringify({ ...event, type: 'user.deleted', data: { user } })

  function sign(body: string, { at = new Date(), by = secret } = {}) {
    return {
      'webhook-id': event.id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(by).sign(event.id, at, body),
    }
  }
  const verify = (body: string, headers: Record<string, string>) =>
    run({ url: '', key: '' }, { use: 'verifyWebhook', body, headers, secret })

  test('a signed event is read', async () => {
    const value: unknown = JSON.parse(deleted)
    expect(await verify(deleted, sign(deleted))).toEqual({ value })
  })

  test('one of two signatures is enough, because secrets are replaced', async () => {
    const signed = sign(deleted)
    const both = `${sign(deleted, { by: newSigningSecret() })['webhook-signature']} ${signed['webhook-signature']}`
    const read = await verify(deleted, { ...signed, 'webhook-signature': both })
    expect(read).toHaveProperty('value.type', 'user.deleted')
  })

  test('a type that a later server has is none', async () => {
    const later = deleted.replace('user.deleted', 'user.renamed')
    expect(await verify(later, sign(later))).toEqual({ value: null })
  })

  const MINUTES_6 = 6 * 60_000
  test.each([
    ['of another secret', deleted, () => sign(deleted, { by: newSigningSecret() })],
    ['of another body', `${deleted} `, () => sign(deleted)],
    ['of another event', deleted, () => ({ ...sign(deleted), 'webhook-id': 'x' })],
    ['that is old', deleted, () => sign(deleted, { at: new Date(Date.now() - MINUTES_6) })],
    ['of the future', deleted, () => sign(deleted, { at: new Date(Date.now() + MINUTES_6) })],
    ['without a time', deleted, () => ({ ...sign(deleted), 'webhook-timestamp': 'now' })],
    ['of nothing', deleted, () => ({ ...sign(deleted), 'webhook-signature': 'v1,' })],
    ['that is none', deleted, () => ({})],
  ])('a signature %s is refused', async (_name, body, getHeaders) => {
    const error = { code: 'webhook-unsigned', isTemporary: false }
    expect(await verify(body, getHeaders())).toEqual({ error })
  })

  test('what is signed and no event is unreadable', async () => {
    const error = { code: 'answer-unreadable', isTemporary: false }
    expect(await verify('[]', sign('[]'))).toEqual({ error })
  })
})

describe('events in TypeScript', () => {
  serveEachTest()

  test('a signal ends the iterator while it waits', async () => {
    const stop = new AbortController()
    const events = createClasp({ url: front.url, key }).events({
      load: () => Promise.resolve(null),
      save: () => Promise.resolve(stop.abort()),
      signal: stop.signal,
    })
    expect(await events.next()).toEqual({ done: true, value: undefined })
  })
})

test('both libraries have the same closed lists', () => {
  const program =
    'import clasp, json; print(json.dumps({"codes": sorted(clasp.CODES), "temporary": sorted(clasp.TEMPORARY_CODES), "types": sorted(clasp.EVENT_TYPES)}))'
  const printed = execFileSync('python3', ['-B', '-c', program], { cwd: 'src/host' })
  const problems = Object.entries(CLASP_PROBLEMS)
  expect(v.parse(ListsSchema, JSON.parse(String(printed)))).toEqual({
    codes: problems.map(([code]) => code).toSorted(),
    temporary: problems
      .filter(([, { retry }]) => retry)
      .map(([code]) => code)
      .toSorted(),
    types: HOST_EVENT_TYPES.toSorted(),
  })
})

test('the examples for Python can be read by it', () => {
  const program = 'import ast, sys\nfor name in sys.argv[1:]: ast.parse(open(name).read())'
  const examples = ['aiogram_bot.py', 'club_bot.py', 'telegram_bot.py'].map(
    (name) => `docs/examples/python-bot/${name}`,
  )
  expect(String(execFileSync('python3', ['-c', program, ...examples]))).toBe('')
})
