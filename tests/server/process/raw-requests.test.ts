import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, afterAll, expect, test } from 'vitest'
import { type HttpListener, listen } from '#server/process/listen.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let listener: HttpListener
beforeAll(async () => {
  server = await startTestServer()
  listener = await listen(server.app, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await listener.close()
  await server.close()
})

/** What the server answers before it hangs up. */
async function send(lines: string): Promise<string> {
  const socket = connect(listener.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(lines.replaceAll('\n', '\r\n'))
  return text(socket)
}

const HIDDEN = 'GET /healthz HTTP/1.1\nhost: x\nconnection: close\n\n'

test.each([
  ['a length and chunks', `content-length: 5\ntransfer-encoding: chunked\n\n0\n\n${HIDDEN}`],
  ['two lengths', `content-length: 2\ncontent-length: 60\n\n{}${HIDDEN}`],
  ['chunks in a coding that is unknown', `transfer-encoding: chunked, x\n\n0\n\n${HIDDEN}`],
])('attack: a request with %s hides no second one', async (_, rest) => {
  const answer = await send(`POST /api/session HTTP/1.1\nhost: x\n${rest}`)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer.match(/^HTTP\//gm)).toHaveLength(1)
})

test('attack: TRACE sends nothing back of what it got', async () => {
  const answer = await send('TRACE / HTTP/1.1\nhost: x\nx-secret: abcdef\nconnection: close\n\n')
  expect(answer).toMatch(/^HTTP\/1\.1 4/)
  expect(answer).not.toContain('abcdef')
})
