import { createServer } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { withinRequest } from '#server/log/request-scope.ts'
import { parseTraceparent } from '#server/log/traceparent.ts'
import { tracedFetch } from '#server/network/traced-fetch.ts'
import { listenForTest } from '#tests/support/listen-for-test.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`

describe('a request with a trace', () => {
  let server: TestServer
  beforeEach(async () => {
    server = await openTestServer()
  })

  const ask = (path: string, traceparent?: string) =>
    server.app.request(path, { headers: traceparent === undefined ? {} : { traceparent } })
  const lastLine = (): unknown => JSON.parse(server.logLines.at(-1) ?? '')

  test('is named in its line of the log, beside its own id', async () => {
    const response = await ask('/healthz', TRACEPARENT)
    const requestId = response.headers.get('x-request-id')
    expect(lastLine()).toMatchObject({ requestId, traceId: TRACE, route: '/healthz' })
    expect([...response.headers.keys()]).not.toContain('traceparent')
  })

  test('is named in the lines that it causes, before its own', async () => {
    await server.closeStore()
    const response = await ask('/readyz', TRACEPARENT)
    const requestId = response.headers.get('x-request-id')
    const cause = server.logLines.find((line) => line.includes('not ready')) ?? ''
    expect(JSON.parse(cause)).toMatchObject({ requestId, traceId: TRACE })
  })

  test.each([undefined, `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, 'forged"\\n{}'])(
    'that is %s has no trace in the log',
    async (traceparent) => {
      await ask('/healthz', traceparent)
      expect(lastLine()).toMatchObject({ route: '/healthz' })
      expect(lastLine()).not.toHaveProperty('traceId')
      expect(server.logLines.join('')).not.toContain('forged')
    },
  )

  test('does not lend its ids to another one that comes meanwhile', async () => {
    await Promise.all([ask('/readyz', TRACEPARENT), ask('/healthz')])
    const lines = server.logLines.map((line): unknown => JSON.parse(line))
    expect(lines).toContainEqual(expect.objectContaining({ route: '/readyz', traceId: TRACE }))
    expect(lines).toContainEqual(expect.not.objectContaining({ route: '/healthz', traceId: TRACE }))
  })
})

/** A service of the own network, which answers with the trace that it got. */
async function startService(): Promise<string> {
  const service = createServer(({ headers }, response) =>
    response.end(String(headers['traceparent'])),
  )
  return (await listenForTest(service)).url
}

const call = async (traceparent: string | undefined, url: string) => {
  const scope = { requestId: 'r', trace: parseTraceparent(traceparent) }
  const headers = { connection: 'close' }
  return (await withinRequest(scope, () => tracedFetch(fetch)(url, { headers }))).text()
}

describe('a call that the server makes for a request', () => {
  test('has its trace within the own network', async () => {
    const url = await startService()
    expect(await call(TRACEPARENT, url)).toBe(TRACEPARENT)
    expect(await call(undefined, url)).toBe('undefined')
    expect(await (await tracedFetch(fetch)(url, { headers: { connection: 'close' } })).text()).toBe(
      'undefined',
    )
  })

  test('has no trace for anybody else', async () => {
    const asked: (RequestInit | undefined)[] = []
    const record = tracedFetch((_, init) => {
      asked.push(init)
      return Promise.resolve(new Response())
    })
    const scope = { requestId: 'r', trace: parseTraceparent(TRACEPARENT) }
    await withinRequest(scope, () => record('https://toncenter.com/api', { method: 'POST' }))
    expect(asked).toEqual([{ method: 'POST' }])
  })
})
