import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HttpEnv } from '#server/http/http-env.ts'
import { limitBody } from '#server/http/limit-body.ts'
import { sharedProblem } from '#server/http/shared-problem.ts'
import { type HttpListener, listen } from '#server/process/listen.ts'
import { shareAmongTests } from '#tests/support/share-among-tests.ts'
import { startTestServer } from '#tests/support/test-server.ts'

const MAX_BYTES = 1_000
/** Required for a body that is a stream; the types of the DOM do not have it. */
const STREAMED = { duplex: 'half' }

describe('the limit of a body', () => {
  let listener: HttpListener
  beforeAll(async () => {
    const app = new Hono<HttpEnv>()
    app.use(limitBody(MAX_BYTES, (c) => sharedProblem('body-too-large', c)))
    app.all('*', async (c) => c.text(String((await c.req.text()).length)))
    listener = await listen(app, { host: '127.0.0.1', port: 0 })
  })
  afterAll(() => listener.close())

  const send = (init: RequestInit) => fetch(`http://127.0.0.1:${listener.port}/`, init)
  const post = (body: BodyInit) => send({ method: 'POST', body, ...STREAMED })
  /** Sent in chunks, without a length. */
  const chunked = (size: number) => post(new Blob(['x'.repeat(size)]).stream())

  test.each([
    ['a body of exactly that length', () => post('x'.repeat(MAX_BYTES)), '1000'],
    ['a body of exactly that length in chunks', () => chunked(MAX_BYTES), '1000'],
    ['a body without content', () => post(''), '0'],
    ['a request that has no body', () => send({}), '0'],
    ['a DELETE that has no body', () => send({ method: 'DELETE' }), '0'],
  ])('lets %s through', async (_name, call, length) => {
    const response = await call()
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(length)
  })

  test.each([
    ['one byte more', () => post('x'.repeat(MAX_BYTES + 1))],
    ['one byte more in chunks', () => chunked(MAX_BYTES + 1)],
    ['much more in chunks', () => chunked(200 * MAX_BYTES)],
  ])('refuses %s', async (_name, call) => {
    const response = await call()
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ code: 'body-too-large' })
  })
})

describe('the limit of a call', () => {
  const server = shareAmongTests(startTestServer)

  const ticket = JSON.stringify({ ticket: 'x'.repeat(43) })
  const proof = { signature: `0x${'0'.repeat(2 * 16 * 1024)}` }

  test.each([
    ['a ticket', 'POST', '/api/session/ticket', ticket, 401],
    ['more than a ticket', 'POST', '/api/session/ticket', `${ticket}     `, 413],
    ['a body for a call without one', 'POST', '/api/start', '{}', 413],
    ['a bundle of many owners', 'POST', `/api/attempts/${'x'.repeat(22)}/proof`, proof, 404],
    [
      'what no wallet answers',
      'POST',
      `/api/attempts/${'x'.repeat(22)}/proof`,
      'x'.repeat(65_537),
      413,
    ],
    ['a small call with 2 KiB', 'POST', '/api/attempts', 'x'.repeat(2_048), 413],
  ])('of %s is as small as its route needs', async (_, method, path, body, status) => {
    const token = await server().signIn()
    expect((await server().call(method, path, { token, body })).status).toBe(status)
  })

  test('of a label lets the longest one through', async () => {
    const token = await server().signIn()
    const body = { label: '\u{1F469}\u{1F3FD}\u200D\u{1F680}'.repeat(32) }
    const path = `/api/wallets/${'x'.repeat(22)}`
    expect((await server().call('PATCH', path, { token, body })).status).toBe(404)
  })

  test('of a call of the host API is as small', async () => {
    const token = await server().newKey()
    const { status } = await server().call('POST', '/v1/requests', {
      token,
      body: 'x'.repeat(2_048),
    })
    expect(status).toBe(413)
  })
})
