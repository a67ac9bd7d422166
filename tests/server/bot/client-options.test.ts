import { createServer } from 'node:http'
import { Api } from 'grammy'
import { expect, test } from 'vitest'
import { clientOptions } from '#server/bot/create-api.ts'
import { listenForTest } from '#tests/support/listen-for-test.ts'
import { until } from '#tests/support/until.ts'
import { BOT_TOKEN } from './bot-harness.ts'

test('a connection is left before its server closes it, so that no call meets its end', async () => {
  const open = new Set<unknown>()
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json', 'keep-alive': 'timeout=2' })
    response.end(JSON.stringify({ ok: true, result: true }))
  })
  server.keepAliveTimeout = 60_000
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  const { url: apiRoot } = await listenForTest(server)
  const api = new Api(BOT_TOKEN, clientOptions({ apiRoot }, 45))

  await api.getMe()
  expect(open.size).toBe(1)
  await until(() => expect(open.size).toBe(0))
})
