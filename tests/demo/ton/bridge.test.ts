import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Bridge, createBridge } from '#demo/ton/bridge.ts'

const WALLET = 'aa'.repeat(32)
const APP = 'bb'.repeat(32)
const START_MS = 1_795_190_400_000

const clock = { ms: START_MS }
const bridges: Bridge[] = []
let bridge: Bridge

function createTestBridge(heartbeatMs = 60_000): Bridge {
  const created = createBridge({ now: () => clock.ms, heartbeatMs })
  bridges.push(created)
  return created
}

describe('TON Connect bridge', () => {
  beforeEach(() => {
    clock.ms = START_MS
    bridge = createTestBridge()
  })
  afterEach(() => bridges.splice(0).forEach((open) => open.close()))

  test('queues a message until its receiver connects', async () => {
    await post({ body: 'Zmlyc3Q=', query: { trace_id: 'trace' } })
    const events = await openEvents()
    expect(await events.next()).toBe('\n')
    const data = JSON.stringify({ from: WALLET, message: 'Zmlyc3Q=', trace_id: 'trace' })
    expect(await events.next()).toBe(`event: message\nid: ${START_MS}\ndata: ${data}\n\n`)
  })

  test('delivers a message while its receiver listens', async () => {
    const events = await openEvents({ client_id: `${WALLET},${APP}` })
    await events.next()
    await post({ body: 'bGl2ZQ==' })
    expect(await events.next()).toContain('"message":"bGl2ZQ=="')
  })

  test('does not send a client the messages for other clients', async () => {
    await post({ body: 'b3RoZXI=', query: { to: 'cc'.repeat(32) } })
    await post({ body: 'b3Vycw==' })
    const events = await openEvents()
    await events.next()
    expect(await events.next()).toContain('"message":"b3Vycw=="')
  })

  test('resumes a stream after last_event_id', async () => {
    await post({ body: 'MQ==' })
    await post({ body: 'Mg==' })
    const events = await openEvents({ last_event_id: String(START_MS) })
    await events.next()
    expect(await events.next()).toContain('"message":"Mg=="')
  })

  test('prefers the Last-Event-ID header to last_event_id', async () => {
    await post({ body: 'MQ==' })
    await post({ body: 'Mg==' })
    const headers = { 'last-event-id': String(START_MS) }
    const events = await openEvents({ last_event_id: '0' }, headers)
    await events.next()
    expect(await events.next()).toContain('"message":"Mg=="')
  })

  test('forgets a message when its ttl has passed', async () => {
    await post({ body: 'b2xk', query: { ttl: '10' } })
    clock.ms += 10_000
    await post({ body: 'bmV3' })
    const events = await openEvents()
    await events.next()
    expect(await events.next()).toContain('"message":"bmV3"')
  })

  test('never reuses an id after a restart', async () => {
    clock.ms += 1
    bridge = createTestBridge()
    await post({ body: 'bmV3' })
    const events = await openEvents({ last_event_id: String(START_MS) })
    await events.next()
    expect(await events.next()).toContain('"message":"bmV3"')
  })

  test.each([
    ['a ttl over 300 s', { query: { ttl: '301' }, body: 'MQ==' }],
    ['a ttl that is no number', { query: { ttl: 'soon' }, body: 'MQ==' }],
    ['a receiver that is no client id', { query: { to: 'me' }, body: 'MQ==' }],
    ['a body that is not base64', { query: {}, body: '{"plain":"text"}' }],
    ['an empty body', { query: {}, body: '' }],
  ])('refuses %s', async (_, message) => {
    const response = await post(message)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ statusCode: 400 })
  })

  test('refuses a stream without a client id', async () => {
    expect((await bridge.app.request('/events')).status).toBe(400)
  })

  test.each([
    ['legacy', 'event: heartbeat\n\n'],
    ['message', 'event: message\ndata: heartbeat\n\n'],
  ])('sends heartbeats in the %s form', async (heartbeat, expected) => {
    bridge = createTestBridge(1)
    const events = await openEvents({ heartbeat })
    await events.next()
    expect(await events.next()).toBe(expected)
  })

  test('allows every origin', async () => {
    const response = await post({ body: 'MQ==' })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toEqual({ message: 'OK', statusCode: 200 })
  })

  test('ends every open stream when it closes', async () => {
    const events = await openEvents()
    await events.next()
    bridge.close()
    expect(await events.next()).toBeNull()
  })
})

async function post({
  query = {},
  body,
}: {
  query?: Record<string, string>
  body: string
}): Promise<Response> {
  const parameters = new URLSearchParams({ client_id: WALLET, to: APP, ttl: '300', ...query })
  return bridge.app.request(`/message?${parameters}`, { method: 'POST', body })
}

async function openEvents(
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const parameters = new URLSearchParams({ client_id: APP, ...query })
  const response = await bridge.app.request(`/events?${parameters}`, { headers })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  return {
    /** The next event that the bridge writes; null at the end. */
    next: async (): Promise<string | null> => {
      const chunk = await reader?.read()
      return chunk?.value ? decoder.decode(chunk.value) : null
    },
  }
}
