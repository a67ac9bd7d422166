import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import * as v from 'valibot'
import { listen } from '#server/listen.ts'
import { ProblemSchema } from '#shared/problem.ts'
import { postgresDialect } from '#tests/support/store-dialects.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
afterEach(() => server.close())

async function problemOf(response: Response) {
  return v.parse(ProblemSchema, await response.json())
}

describe('a call that cannot be answered', () => {
  test('while the database is down is a 503 that may be tried again', async () => {
    server = await startTestServer()
    const token = await server.signIn()
    await server.closeStore()
    const response = await server.call('GET', '/api/me', { token })
    expect(response.status).toBe(503)
    expect(await problemOf(response)).toMatchObject({ code: 'maintenance' })
  })

  test('for its size bears the id of its line in the log', async () => {
    server = await startTestServer()
    const body = 'x'.repeat(64 * 1024 + 1)
    const response = await server.call('POST', '/api/attempts', { body })
    expect(response.status).toBe(413)
    const { requestId } = await problemOf(response)
    expect(requestId).toBe(response.headers.get('x-request-id'))
    expect(requestId).not.toBe('')
  })

  test('because its client went away is no error of ours', async () => {
    server = await startTestServer()
    const listener = await listen(server.app, { host: '127.0.0.1', port: 0 })
    onTestFinished(() => listener.close())
    const token = await server.signIn()
    const socket = connect(listener.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      `POST /api/attempts HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-length: 99\r\n\r\n{`,
      () => void setImmediate(() => socket.destroy()),
    )
    const line = await vi.waitFor(() => {
      const found = server.logLines.find((each) => each.includes('broken off'))
      if (found === undefined) throw new Error('nothing logged yet')
      return found
    })
    expect(JSON.parse(line)).toMatchObject({ level: 40 })
    expect(server.logLines.join('')).not.toContain('unexpected error')
  })

  test('an id that holds a NUL is not found, on Postgres too', async () => {
    const postgres = postgresDialect()
    await postgres.start()
    onTestFinished(() => postgres.stop())
    server = await startTestServer({ databaseUrl: await postgres.createDatabase() })
    const token = await server.signIn()
    const response = await server.call('GET', '/api/attempts/%00', { token })
    expect(response.status).toBe(404)
    await server.closeStore()
  }, 30_000)
})
