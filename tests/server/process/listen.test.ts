// @module-tag full

import { once } from 'node:events'
import { connect } from 'node:net'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import type { HttpEnv } from '#server/http/http-env.ts'
import { listen } from '#server/process/listen.ts'

const SECOND_MS = 1_000

test('the server keeps an idle connection for longer than a proxy does', async () => {
  const app = new Hono<HttpEnv>().get('/', (c) => c.text('ok'))
  const listener = await listen(app, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => listener.close())
  const { headers } = await fetch(`http://127.0.0.1:${listener.port}/`)
  const [, seconds] = /timeout=(\d+)/.exec(headers.get('keep-alive') ?? '') ?? []
  expect(Number(seconds)).toBeGreaterThan(75)
})

test.each([
  ['says nothing', ''],
  ['stops in its headers', 'GET / HTTP/1.1\r\nhost: x\r\n'],
  ['stops in its body', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{'],
])(
  'attack: a socket that %s ends within half a minute',
  async (_, sent) => {
    const app = new Hono<HttpEnv>().all('/', async (c) => c.text(await c.req.text()))
    app.onError((_error, c) => c.text('broken off', 400))
    const listener = await listen(app, { host: '127.0.0.1', port: 0 })
    onTestFinished(() => listener.close())
    const socket = connect(listener.port, '127.0.0.1').on('error', () => undefined)
    socket.resume()
    await once(socket, 'connect')
    socket.write(sent)
    await once(socket, 'close')
  },
  30 * SECOND_MS,
)
