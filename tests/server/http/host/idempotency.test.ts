import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { changeHost, type HostOutcome, serveHost } from '#server/http/host/serve-host.ts'
import { answerHost, refuseHost } from '#server/http/host/host-reply.ts'
import { createRequest } from '#shared/api/host/host-request.ts'
import { type HostEndpoint, noParams, noQuery } from '#shared/api/host/host-endpoint.ts'
import { HostProblemSchema } from '#shared/host-problem.ts'
import { askToJoin } from '#tests/support/join-samples.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { until } from '#tests/support/until.ts'

type EffectReply = HostOutcome<{ effect: number }>

/** An endpoint whose effects a test can count, hold up and break. */
const count = {
  method: 'POST',
  path: '/v1/count',
  scope: 'requests:write',
  params: noParams,
  query: noQuery,
  request: v.strictObject({ by: v.number() }),
  response: v.object({ effect: v.number() }),
  status: 201,
} as const satisfies HostEndpoint

let server: TestServer
let key: string
let effects: number
let act: () => Promise<EffectReply>
beforeEach(async () => {
  server = await openTestServer()
  key = await server.newKey()
  effects = 0
  act = () => Promise.resolve(answerHost({ effect: effects }))
  serveCount(server)
})

function serveCount({ app, store, clock }: TestServer): void {
  serveHost({ app, deps: { store, now: () => clock.now } }, count, () => {
    effects += 1
    return act()
  })
}

type SentIdempotent = {
  idempotencyKey?: string
  body?: unknown
  token?: string
  app?: TestServer['app']
}

async function send({
  idempotencyKey = 'one',
  body = { by: 1 },
  token = key,
  app = server.app,
}: SentIdempotent = {}) {
  return app.request('/v1/count', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': idempotencyKey },
    body: JSON.stringify(body),
  })
}

/** An answer that comes when the test says so. */
function holdUp() {
  const doors: (() => void)[] = []
  const answer = new Promise<EffectReply>((resolve) => {
    doors.push(() => resolve(answerHost({ effect: effects })))
  })
  return { answer, release: () => doors.forEach((open) => open()) }
}

const answerTwo = () => Promise.resolve(answerHost({ effect: 2 }))

async function getCode(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  return v.parse(HostProblemSchema, await response.json()).code
}

describe('an Idempotency-Key', () => {
  test('a repetition after success has no second effect, and gets the same answer', async () => {
    const first = await send()
    const second = await send()
    expect(effects).toBe(1)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(await second.text()).toBe(await first.text())
    expect(second.headers.get('content-type')).toBe('application/json')
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(second.headers.get('idempotent-replayed')).toBe('true')
  })

  test('ten requests at the same time with one key link, unlink or make nothing twice', async () => {
    const wallet = await linkWallet(server, await server.signIn())
    const request = { token: key, idempotencyKey: 'ten' }
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => server.call('DELETE', `/v1/wallets/${wallet.id}`, request)),
    )
    for (const { status } of responses) expect([204, 409]).toContain(status)
    const events = await server.store.listHostEvents({ after: 0, limit: 10 })
    expect(events.map(({ event }) => event.type)).toEqual(['wallet.linked', 'wallet.unlinked'])
  })

  test('is refused with another body', async () => {
    await send()
    expect(await getCode(await send({ body: { by: 2 } }))).toBe('idempotency-key-reused')
    expect(effects).toBe(1)
  })

  test('a request that may succeed later may be tried again', async () => {
    act = () => Promise.resolve(refuseHost('maintenance'))
    expect(await getCode(await send())).toBe('maintenance')
    act = () => Promise.resolve(answerHost({ effect: effects }))
    expect((await send()).status).toBe(201)
  })

  test('a request that was refused for good gets the same refusal', async () => {
    act = () => Promise.resolve(refuseHost('not-found'))
    const first = await send()
    const second = await send()
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(await second.text()).toBe(await first.text())
    expect(second.headers.get('content-type')).toBe('application/problem+json')
    expect(effects).toBe(1)
  })

  test('a request that did not fit its contract leaves the key free', async () => {
    expect(await getCode(await send({ body: { by: 'one' } }))).toBe('bad-request')
    expect((await send()).status).toBe(201)
  })

  test('a key whose process hangs is free at another process, and its own change is not made', async () => {
    const databaseUrl = `file:${server.directory}/clasp.db`
    const other = await openTestServer({ databaseUrl })
    serveCount(other)
    const held = holdUp()
    act = () => held.answer
    const hanging = send()
    await until(() => expect(effects).toBe(1))
    act = () => Promise.resolve(changeHost(answerTwo))
    const taken = await send({ app: other.app })
    expect(await taken.json()).toEqual({ effect: 2 })
    held.release()
    const late = await hanging
    expect(late.headers.get('idempotent-replayed')).toBe('true')
    expect(await late.json()).toEqual({ effect: 2 })
  })

  test('a key leads to a change once, and notifies once that something changed', async () => {
    const steps: string[] = []
    const run = () => {
      steps.push('change')
      return answerTwo()
    }
    act = () => Promise.resolve(changeHost(run, () => void steps.push('changed')))
    expect(await (await send()).json()).toEqual({ effect: 2 })
    expect((await send()).headers.get('idempotent-replayed')).toBe('true')
    expect(steps).toEqual(['change', 'changed'])
  })

  test.each([
    ['empty', ''],
    ['over 255 characters', 'x'.repeat(256)],
    ['not of ASCII', 'cl\u00e9'],
    ['with a tab', 'a\tb'],
  ])('is refused when it is %s', async (_name, idempotencyKey) => {
    expect(await getCode(await send({ idempotencyKey }))).toBe('idempotency-key-malformed')
    expect(effects).toBe(0)
  })

  test('may have 255 characters', async () => {
    expect((await send({ idempotencyKey: 'x'.repeat(255) })).status).toBe(201)
  })

  test('a request without a key is one of its own', async () => {
    for (let time = 0; time < 2; time += 1)
      await server.call('POST', '/v1/count', { token: key, body: { by: 1 } })
    expect(effects).toBe(2)
  })

  test('makes one connect request, however often it is sent', async () => {
    const codes = []
    for (let time = 0; time < 3; time += 1) {
      const request = { token: key, body: {}, idempotencyKey: 'a link' }
      const response = await server.call('POST', '/v1/requests', request)
      codes.push(v.parse(createRequest.response, await response.json()).code)
    }
    expect(new Set(codes).size).toBe(1)
  })

  test('attack: the stored answer about a request to join goes with its member', async () => {
    const { id, user } = await askToJoin(server.store, { now: server.clock.now })
    const request = { token: key, body: { decision: 'decline' }, idempotencyKey: 'join' }
    const decide = () => server.call('POST', `/v1/joins/${id}`, request)
    expect(await (await decide()).text()).toContain(user.telegramId)
    expect((await decide()).headers.get('idempotent-replayed')).toBe('true')
    await server.store.deleteUser(user.id, server.clock.now)
    expect(await getCode(await decide())).toBe('not-found')
  })
})
