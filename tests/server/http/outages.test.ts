import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from 'kysely'
import * as v from 'valibot'
import { listen } from '#server/process/listen.ts'
import { createKeyRing } from '#server/store/database/field-cipher.ts'
import { openStore } from '#server/store/open-store.ts'
import type { Store } from '#server/store/store.ts'
import { openSqliteDatabase } from '#server/store/database/sqlite-database.ts'
import type { TonAttempt } from '#shared/attempt.ts'
import { ProblemSchema } from '#shared/problem.ts'
import { storeOver } from '#tests/support/store-over.ts'
import { withFewConnections } from '#tests/support/few-connections.ts'
import { postgresDialect } from '#tests/support/store-dialects.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { proveWallet, sampleMember } from '#tests/support/store-samples.ts'
import { proofFor } from '#tests/support/link-wallet.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer

async function getProblem(response: Response) {
  return v.parse(ProblemSchema, await response.json())
}

describe('a call that fails', () => {
  test('answers 503, which may be tried again, while the database is down', async () => {
    server = await openTestServer()
    const token = await server.signIn()
    await server.closeStore()
    const response = await server.call('GET', '/api/me', { token })
    expect(response.status).toBe(503)
    expect(await getProblem(response)).toMatchObject({ code: 'maintenance' })
  })

  test('a refusal for its size bears the id of its line in the log', async () => {
    server = await openTestServer()
    const body = 'x'.repeat(1_024)
    const response = await server.call('POST', '/api/session/ticket', { body })
    expect(response.status).toBe(413)
    const { requestId } = await getProblem(response)
    expect(requestId).toBe(response.headers.get('x-request-id'))
    expect(requestId).not.toBe('')
  })

  test.each([{ 'content-length': String(2 ** 20 + 1) }, {}])(
    'is refused for the size of an update before it is read (%o)',
    async (headers) => {
      server = await openTestServer()
      let pulled = 0
      const body = new ReadableStream({
        pull(controller) {
          pulled += 1
          controller.enqueue(new Uint8Array(2 ** 18))
        },
      })
      const init = { method: 'POST', headers, body, duplex: 'half' }
      const response = await server.app.request('/telegram/webhook', init)
      expect(response.status).toBe(413)
      expect(pulled).toBeLessThan(10)
    },
  )

  test('a call whose client went away is no error of ours', async () => {
    server = await openTestServer()
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
    server = await openTestServer({ databaseUrl: await postgres.createDatabase() })
    const token = await server.signIn()
    const response = await server.call('GET', '/api/attempts/%00', { token })
    expect(response.status).toBe(404)
    await server.closeStore()
  }, 30_000)
})

/** Proves a wallet, as a member would; returns the answer's status, and its problem if it is one. */
async function prove(token: string, attempt: TonAttempt) {
  const body = proofFor(server, { payload: attempt.payload, seed: 3 })
  const response = await server.call('POST', `/api/attempts/${attempt.id}/proof`, { token, body })
  return response.ok ? { status: response.status } : getProblem(response)
}

const MAINTENANCE = { status: 503, code: 'maintenance' }

/** Sets the size of this database's disk. */
async function openOnSmallDisk() {
  const directory = await makeTemporaryFolder('full')
  const path = join(directory, 'clasp.db')
  const dataKey = new Uint8Array(32).map((_, index) => index * 5 + 1)
  await (await openStore({ databaseUrl: `file:${path}`, dataKey, delivers: false })).close()
  const database = await openSqliteDatabase(path)
  onTestFinished(() => database.close())
  const store = storeOver(database, { cipher: createKeyRing({ dataKey }), delivers: false })
  const setPages = (pages: number) =>
    sql.raw(`pragma max_page_count = ${pages}`).execute(database.read)
  return {
    store: { ...store, close: () => Promise.resolve() },
    /** SQLite uses the smallest size that holds the data, so nothing more fits in. */
    fill: () => setPages(1),
    clear: () => setPages(1_000_000),
  }
}

/** Links wallets of others until no more fits anywhere in the file. */
async function writeUntilFull(store: Store): Promise<void> {
  for (let failures = 0; failures < 10;) {
    try {
      await proveWallet(store, (await sampleMember(store)).id)
    } catch {
      failures += 1
    }
  }
}

describe('a database that takes no more connections', () => {
  test('shares the open connections, answers 503 without any, and logs what to check', async () => {
    const postgres = postgresDialect()
    await postgres.start()
    onTestFinished(() => postgres.stop())
    const { databaseUrl, allow } = await withFewConnections(await postgres.createDatabase(), 2)
    server = await openTestServer({ databaseUrl })
    const token = await server.signIn()
    const askAll = async () => {
      const asked = Array.from({ length: 20 }, () => server.call('GET', '/api/me', { token }))
      return new Set((await Promise.all(asked)).map(({ status }) => status))
    }
    expect(await askAll()).toEqual(new Set([200]))
    await allow(0)
    expect(await askAll()).toEqual(new Set([503]))
    expect(server.logLines.join('')).toContain('DATABASE_POOL_SIZE')
    await allow(2)
    expect(await askAll()).toEqual(new Set([200]))
    await server.closeStore()
  }, 30_000)
})

describe('a disk that is full', () => {
  test('answers 503 to writes, leaves nothing half written, and works again with room', async () => {
    const disk = await openOnSmallDisk()
    server = await openTestServer({ store: disk.store })
    const token = await server.signIn()
    const attempts = [await server.newAttempt(token), await server.newAttempt(token)]
    await disk.fill()
    await writeUntilFull(server.store)
    for (const attempt of attempts) expect(await prove(token, attempt)).toMatchObject(MAINTENANCE)
    expect((await server.call('GET', '/api/me', { token })).status).toBe(200)
    expect((await server.call('GET', '/readyz')).status).toBe(200)
    const events = await server.store.listHostEvents({ after: 0, limit: 1_000 })

    await disk.clear()
    for (const attempt of attempts) expect(await prove(token, attempt)).toEqual({ status: 201 })
    const me = await server.call('GET', '/api/me', { token })
    expect(await me.json()).toMatchObject({ wallets: [{ kind: 'v5r1' }] })
    expect(await server.store.listHostEvents({ after: 0, limit: 1_000 })).toHaveLength(
      events.length + attempts.length,
    )
  })
})

describe('a database that goes away and comes back', () => {
  test('answers 503 meanwhile, and works afterwards without a restart', async () => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.stop())
    server = await openTestServer({ databaseUrl: await postgres.createDatabase('clasp_away') })
    const token = await server.signIn()
    const attempt = await server.newAttempt(token)
    await postgres.goAway()
    expect(await prove(token, attempt)).toMatchObject(MAINTENANCE)
    const ready = await server.call('GET', '/readyz')
    expect([ready.status, await ready.json()]).toMatchObject([503, { missing: ['database'] }])
    expect((await server.call('GET', '/healthz')).status).toBe(200)
    expect((await server.call('GET', '/')).status).toBe(200)

    await postgres.comeBack()
    await expect
      .poll(async () => (await server.call('GET', '/readyz')).status, { timeout: 5_000 })
      .toBe(200)
    expect(await prove(token, attempt)).toEqual({ status: 201 })
    expect(await server.store.listHostEvents({ after: 0, limit: 10 })).toHaveLength(1)
    await server.closeStore()
  }, 60_000)

  test('a database that breaks off in the middle of proofs has each of them whole or not at all', async () => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.stop())
    server = await openTestServer({ databaseUrl: await postgres.createDatabase('clasp_broken') })
    const token = await server.signIn()
    const attempts = await Promise.all(Array.from({ length: 8 }, () => server.newAttempt(token)))
    const answers = Promise.all(attempts.map((attempt) => prove(token, attempt)))
    await postgres.goAway()
    const before = await answers
    for (const answer of before) expect([201, 503]).toContain(answer.status)
    await postgres.comeBack()
    const after = await Promise.all(attempts.map((attempt) => prove(token, attempt)))
    for (const [index, answer] of after.entries()) {
      if (before[index]?.status === 201) expect(answer).toMatchObject({ code: 'attempt-settled' })
      else expect([201, 409]).toContain(answer.status)
    }
    const events = await server.store.listHostEvents({ after: 0, limit: 20 })
    expect(events).toHaveLength(attempts.length)
    await server.closeStore()
  }, 60_000)
})
