import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import * as v from 'valibot'
import { sqliteDialect } from '#tests/support/store-dialects.ts'
import { createSqliteDatabase } from '#tests/support/test-databases.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await openTestServer()
})

async function readiness() {
  const response = await server.call('GET', '/readyz')
  return { status: response.status, text: await response.text() }
}

describe('/readyz', () => {
  test('answers ready while the database answers and updates come in', async () => {
    expect(await readiness()).toEqual({ status: 200, text: 'ready' })
  })

  test('names the database, and nothing else of it, while it does not answer', async () => {
    await server.closeStore()
    const { status, text } = await readiness()
    expect(status).toBe(503)
    expect(JSON.parse(text)).toMatchObject({
      code: 'maintenance',
      title: 'not ready: database',
      missing: ['database'],
    })
    expect(text).not.toContain(server.directory)
  })

  test('attack: a stranger who asks without pause causes one write a second', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const databaseUrl = await createSqliteDatabase(server.directory, 'busy.db')
    const busy = await openTestServer({ databaseUrl })
    const lastWrite = async () => {
      const asked = Array.from({ length: 50 }, () => busy.call('GET', '/readyz'))
      for (const { status } of await Promise.all(asked)) expect(status).toBe(200)
      const { settings = [] } = await sqliteDialect().dump(databaseUrl)
      const ping = settings.find(({ name }) => name === 'ping')
      return Buffer.from(v.parse(v.instance(ArrayBuffer), ping?.['value'])).toString('hex')
    }
    const first = await lastWrite()
    vi.advanceTimersByTime(999)
    expect(await lastWrite()).toBe(first)
    vi.advanceTimersByTime(1)
    expect(await lastWrite()).not.toBe(first)
  })

  test('names the bot while its updates do not come in', async () => {
    server.readiness.isBotReady = false
    const { status, text } = await readiness()
    expect(status).toBe(503)
    expect(JSON.parse(text)).toMatchObject({ missing: ['bot'] })
  })

  test('answers not ready while the server stops, so that a balancer sends no more members', async () => {
    server.readiness.isStopping = true
    const { status, text } = await readiness()
    expect(status).toBe(503)
    expect(JSON.parse(text)).toMatchObject({ missing: ['server'] })
  })
})

test('/healthz answers as long as the process lives, whatever is missing', async () => {
  await server.closeStore()
  server.readiness.isBotReady = false
  const response = await server.call('GET', '/healthz')
  expect([response.status, await response.text()]).toEqual([200, 'ok'])
})
