import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { createRequest } from '#shared/api/host/host-request.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { type StoreDialect, storeDialects, runDialect } from '#tests/support/store-dialects.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'

/** Makes storing a reply fail from then on. */
const PLANT: Record<string, string> = {
  SQLite: `
    create trigger planted before insert on idempotent_replies when new.status is not null
      begin select raise(abort, 'planted'); end;
    create trigger planted_too before update on idempotent_replies when new.status is not null
      begin select raise(abort, 'planted'); end`,
  Postgres: `
    create function planted() returns trigger language plpgsql
      as $$ begin raise exception 'planted'; end $$;
    create trigger planted before insert or update on idempotent_replies
      for each row when (new.status is not null) execute function planted()`,
}
const LIFT: Record<string, string> = {
  SQLite: 'drop trigger planted; drop trigger planted_too',
  Postgres: 'drop trigger planted on idempotent_replies',
}

const UNCOMPARED = new Set(['rate_limits', 'idempotent_replies', 'settings'])

type ChangingCall = { method: string; path: string; body?: unknown }
type ReplayStage = { server: TestServer; key: string }

const CALLS: {
  name: string
  status: number
  prepare: (stage: ReplayStage) => Promise<ChangingCall>
}[] = [
  {
    name: 'makes a connect request',
    status: 201,
    prepare: () => Promise.resolve({ method: 'POST', path: '/v1/requests', body: {} }),
  },
  {
    name: 'closes a connect request',
    status: 200,
    prepare: async (stage) => change(await makeRequest(stage), { state: 'closed' }),
  },
  {
    name: 'prolongs a connect request',
    status: 200,
    prepare: async (stage) => change(await makeRequest(stage), { expiresIn: 7_200 }),
  },
  {
    name: 'unlinks a wallet',
    status: 204,
    prepare: async ({ server }) => {
      const { id } = await linkWallet(server, await server.signIn())
      return { method: 'DELETE', path: `/v1/wallets/${id}` }
    },
  },
  {
    name: 'sends an event again',
    status: 202,
    prepare: async ({ server }) => {
      await linkWallet(server, await server.signIn())
      const [linked] = await server.store.listHostEvents({ after: 0, limit: 1 })
      await server.store.disableWebhook(WEBHOOK.url, server.clock.now)
      server.clock.now += 1_000
      return { method: 'POST', path: `/v1/events/${linked?.event.id}/redeliver` }
    },
  },
]

const WEBHOOK = {
  url: 'https://owner.example/hook',
  secrets: [`whsec_${randomBytes(24).toString('base64')}`],
  ownNetwork: new Set<string>(),
} as const

async function makeRequest({ server, key }: ReplayStage): Promise<string> {
  const response = await server.call('POST', '/v1/requests', { token: key, body: {} })
  return v.parse(createRequest.response, await response.json()).code
}

const change = (code: string, body: unknown) => ({
  method: 'PATCH',
  path: `/v1/requests/${code}`,
  body,
})

describe.each(storeDialects())('while no reply can be kept, on $name', (dialect) => {
  let databaseUrl: string
  let stage: ReplayStage

  runDialect(dialect)
  beforeEach(async () => {
    databaseUrl = await dialect.createDatabase()
    const server = await openTestServer({ databaseUrl, webhook: WEBHOOK })
    stage = { server, key: await server.newKey() }
  })

  async function send({ method, path, body }: ChangingCall) {
    const response = await stage.server.app.request(path, {
      method,
      headers: { authorization: `Bearer ${stage.key}`, 'idempotency-key': 'once' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const isReplay = response.headers.get('idempotent-replayed') === 'true'
    return { status: response.status, text: await response.text(), isReplay }
  }

  test.each(CALLS)(
    'a call that $name changes nothing, and does so once when it is sent again',
    async (call) => {
      const sent = await call.prepare(stage)
      const before = await dumpState(dialect, databaseUrl)
      await dialect.alter(databaseUrl, PLANT[dialect.name] ?? '')
      // 503 where the database also answers the server's own question too slowly. The call itself met no outage.
      expect([500, 503]).toContain((await send(sent)).status)
      expect(stage.server.logLines.join('')).toContain('"msg":"unexpected error"')
      expect(await dumpState(dialect, databaseUrl)).toEqual(before)

      await dialect.alter(databaseUrl, LIFT[dialect.name] ?? '')
      const first = await send(sent)
      expect(first).toMatchObject({ status: call.status, isReplay: false })
      const after = await dumpState(dialect, databaseUrl)
      expect(after).not.toEqual(before)
      expect(await send(sent)).toEqual({ ...first, isReplay: true })
      expect(await dumpState(dialect, databaseUrl)).toEqual(after)
    },
  )
})

/** All rows but those of rate limits and Idempotency-Keys, and the one that checks whether the database writes. */
async function dumpState(dialect: StoreDialect, databaseUrl: string) {
  const dump = await dialect.dump(databaseUrl)
  return Object.fromEntries(Object.entries(dump).filter(([table]) => !UNCOMPARED.has(table)))
}
