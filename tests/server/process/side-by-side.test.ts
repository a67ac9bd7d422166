// @module-tag wide

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import * as v from 'valibot'
import { openSession } from '#shared/api/open-session.ts'
import { TonAttemptSchema } from '#shared/attempt.ts'
import { openStore } from '#server/store/open-store.ts'
import { signInitData } from '#tests/support/init-data.ts'
import type { LaterMigrations } from '#tests/support/server-orders.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'
import { postgresDialect, sqliteDialect } from '#tests/support/store-dialects.ts'
import { startTelegramApi } from '#tests/support/telegram-api.ts'
import { BOT_TOKEN, DOMAIN, PUBLIC_URL } from '#tests/support/test-server.ts'
import { createTonSigner } from '#tests/support/ton-signer.ts'

const DATA_KEY = randomBytes(32)
const MEMBERS_AT_ONCE = 4
const WALLETS_EACH = 8
/** Links that each pair of versions makes together. */
const LINKS_EACH = 24
const TIMEOUT = { interval: 20, timeout: 120_000 }

const EXPANSION: LaterMigrations = {
  '9.0.0-expand-notes': [
    'create table notes (id text primary key)',
    'alter table wallets add column note text',
    "alter table attempts add column note text not null default ''",
    'create index wallets_note on wallets (note)',
  ],
}
const CONTRACTION: LaterMigrations = {
  '9.1.0-contract-9.0.0-expand-notes': [
    'drop index wallets_note',
    'alter table attempts drop column note',
    'alter table wallets drop column note',
    'drop table notes',
  ],
}

/** Members who link wallets without a pause, each call over one of the servers that a balancer would choose. */
function startLoad(servers: ReadonlySet<ServerProcess>) {
  const statuses: number[] = []
  const underWay = new Set<Promise<Response>>()
  let calls = 0
  const over = new AbortController()

  async function post(path: string, from: number, authorization: string, body?: unknown) {
    const list = [...servers]
    const server = list[(calls += 1) % list.length]
    const answer = fetch(`${server?.url}${path}`, {
      method: 'POST',
      headers: { authorization, 'x-forwarded-for': `10.0.0.${from}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    underWay.add(answer)
    try {
      return await answer
    } finally {
      underWay.delete(answer)
    }
  }

  async function linkAll(id: number): Promise<void> {
    const authDate = Math.floor(Date.now() / 1_000)
    const initData = signInitData({ botToken: BOT_TOKEN, user: { id, first_name: 'M' }, authDate })
    const session = await post('/api/session', id, `tma ${initData}`)
    const bearer = `Bearer ${v.parse(openSession.response, await session.json()).token}`
    for (let wallet = 0; wallet < WALLETS_EACH && !over.signal.aborted; wallet += 1) {
      const made = await post('/api/attempts', id, bearer, { family: 'ton' })
      const attempt = v.parse(TonAttemptSchema, await made.json())
      const signer = createTonSigner({ kind: 'v5r1', seed: randomBytes(32), network: '-239' })
      const timestamp = Math.floor(Date.now() / 1_000)
      const proof = signer.sign({ domain: DOMAIN, payload: attempt.payload, timestamp })
      const answer = await post(`/api/attempts/${attempt.id}/proof`, id, bearer, proof)
      statuses.push(answer.status)
    }
  }

  async function linkOn(first: number): Promise<void> {
    for (let id = first; !over.signal.aborted; id += MEMBERS_AT_ONCE) await linkAll(id)
  }

  const loads = Array.from({ length: MEMBERS_AT_ONCE }, (_, index) => linkOn(index + 1))
  const load = Promise.all(loads)
  // A failure is reported by `end`.
  load.catch(() => undefined)
  return {
    async run(): Promise<void> {
      const wanted = statuses.length + LINKS_EACH
      const isEnough = () => expect(statuses.length).toBeGreaterThan(wanted)
      await Promise.race([load, vi.waitFor(isEnough, TIMEOUT)])
    },
    /** Waits for the calls that are under way now. */
    settle: () => Promise.allSettled(underWay),
    /** The statuses of all answers to proofs. */
    async end(): Promise<number[]> {
      over.abort()
      await load
      return statuses
    },
  }
}

describe.each([sqliteDialect(), postgresDialect()])('neighbouring versions on $name', (dialect) => {
  beforeAll(() => dialect.start(), 60_000)
  afterAll(() => dialect.stop())

  test(
    'work side by side while the later one expands, and then contracts, and no link fails',
    { timeout: 300_000 },
    async () => {
      const databaseUrl = await dialect.createDatabase()
      const telegram = await startTelegramApi({ botToken: BOT_TOKEN, appUrl: `${PUBLIC_URL}/` })
      onTestFinished(telegram.close)
      const servers = new Set<ServerProcess>()
      async function start(migrations: LaterMigrations) {
        const variables = {
          BOT_TOKEN,
          PUBLIC_URL,
          DATA_KEY: DATA_KEY.toString('hex'),
          DATABASE_URL: databaseUrl,
          EVM: 'off',
          BOT_MODE: 'off',
          TON_API_URL: 'http://127.0.0.1:9',
          TELEGRAM_API_ROOT: telegram.apiRoot,
          TRUSTED_PROXIES: '127.0.0.1',
        }
        const server = await startServerProcess(variables, migrations)
        onTestFinished(() => server.stop())
        servers.add(server)
        return server
      }
      async function stop(server: ServerProcess) {
        servers.delete(server)
        await load.settle()
        await server.stop()
      }

      const present = await start({})
      const load = startLoad(servers)
      await load.run()
      const expanded = await start(EXPANSION)
      await load.run()
      await stop(present)
      const contracted = await start({ ...EXPANSION, ...CONTRACTION })
      await load.run()
      await stop(expanded)
      await load.run()
      const statuses = await load.end()
      await stop(contracted)

      expect(new Set(statuses)).toEqual(new Set([201]))
      const { wallets = [] } = await dialect.dump(databaseUrl)
      expect(wallets).toHaveLength(statuses.length)
      // This build knows neither migration, and says that it cannot work with what is left.
      const opening = openStore({ databaseUrl, dataKey: DATA_KEY, delivers: false })
      await expect(opening).rejects.toThrow('the schema of the database is newer')
    },
  )
})
