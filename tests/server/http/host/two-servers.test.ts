import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { writeCursor } from '#server/http/host/cursor.ts'
import { HostProblemSchema } from '#shared/host-problem.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { postgresDialect, runDialect } from '#tests/support/store-dialects.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'

const postgres = runDialect(postgresDialect())

let servers: [TestServer, TestServer]
let key: string
beforeEach(async () => {
  const databaseUrl = await postgres.createDatabase()
  servers = [await openTestServer({ databaseUrl }), await openTestServer({ databaseUrl })]
  key = await servers[0].newKey()
})

describe('two servers on one Postgres', () => {
  test('two servers grant one key one rate together', async () => {
    const [one, other] = servers
    const asked = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        (index % 2 === 0 ? one : other).call('GET', '/v1/events', { token: key }),
      ),
    )
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  test('two servers share the effect of an Idempotency-Key, which happens exactly once', async () => {
    const [one] = servers
    const wallet = await linkWallet(one, await one.signIn())
    const headers = { authorization: `Bearer ${key}`, 'idempotency-key': 'both' }
    const responses = await Promise.all(
      servers.map(async (server) =>
        server.app.request(`/v1/wallets/${wallet.id}`, { method: 'DELETE', headers }),
      ),
    )
    expect(responses.map(({ status }) => status)).toContain(204)
    for (const { status } of responses) expect([204, 409]).toContain(status)
    const events = await one.store.listHostEvents({ after: 0, limit: 10 })
    expect(events.map(({ event }) => event.type)).toEqual(['wallet.linked', 'wallet.unlinked'])
  })

  test('two servers refuse junk before Postgres sees it, and a position beyond all events', async () => {
    const [one] = servers
    const far = writeCursor('/v1/events', '9'.repeat(15))
    const beyond = await one.call('GET', `/v1/events?after=${far}`, { token: key })
    expect(await beyond.json()).toMatchObject({ status: 409, code: 'cursor-outdated' })
    for (const path of [
      '/v1/users/%00/wallets',
      '/v1/requests/%00',
      '/v1/wallets/ton/%00',
      `/v1/events?after=${writeCursor('/v1/events', '9'.repeat(16))}`,
      '/v1/events?after=%00',
    ]) {
      const response = await one.call('GET', path, { token: key })
      expect(v.parse(HostProblemSchema, await response.json()).status).toBe(400)
    }
  })
})
