import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitBody } from '#server/http/admission.ts'
import type { HttpEnv } from '#server/http/http-env.ts'
import { type HttpListener, listen } from '#server/process/listen.ts'

const MAX_BYTES = 1_000
/** Required for a body that is a stream; the types of the DOM do not have it. */
const STREAMED = { duplex: 'half' }

describe('the limit of a body', () => {
  let listener: HttpListener
  beforeAll(async () => {
    const app = new Hono<HttpEnv>()
    app.use(limitBody(MAX_BYTES))
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
