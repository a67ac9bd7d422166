import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, vi } from 'vitest'
import * as v from 'valibot'
import { openSession } from '#shared/api/open-session.ts'
import { TonAttemptSchema } from '#shared/attempt.ts'
import { signInitData } from './init-data.ts'
import type { LaterMigrations } from './server-orders.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { startTelegramApi } from './telegram-api.ts'
import { BOT_TOKEN, DOMAIN, PUBLIC_URL } from './test-server.ts'
import { createTonSigner } from './ton-signer.ts'

const MEMBERS_AT_ONCE = 4
const WALLETS_EACH = 8
/** Links that a run makes at least. */
const LINKS_EACH = 24
const TIMEOUT = { interval: 20, timeout: 120_000 }

/** Servers in processes of their own over one database, while members link wallets through all of them. */
export async function startServersUnderLoad(databaseUrl: string) {
  const telegram = await startTelegramApi({ botToken: BOT_TOKEN, appUrl: `${PUBLIC_URL}/` })
  onTestFinished(telegram.close)
  const servers = new Set<ServerProcess>()
  let place = databaseUrl
  const load = startLoad(servers)

  /** Sends a server no more calls, as a balancer does before a stop. */
  async function release(server: ServerProcess): Promise<void> {
    servers.delete(server)
    await load.settle()
  }

  return {
    /** @param migrations of a later version, of which the process is a copy */
    start: async (dataKey: string, migrations: LaterMigrations = {}): Promise<ServerProcess> => {
      const variables = {
        BOT_TOKEN,
        PUBLIC_URL,
        DATA_KEY: dataKey,
        DATABASE_URL: place,
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
    },
    /** Has the servers that start from now on use another database. */
    moveTo: (target: string): void => {
      place = target
    },
    stop: async (server: ServerProcess): Promise<void> => {
      await release(server)
      await server.stop()
    },
    kill: async (server: ServerProcess): Promise<void> => {
      await release(server)
      await server.kill()
    },
    /** Has members link some more wallets. The first run begins. */
    link: load.run,
    /** Ends the load. The statuses of all answers to proofs. */
    end: load.end,
  }
}

/**
 * Members who link wallets without a pause, each call over one of the servers that a balancer would choose. While there is none, they
 * wait.
 */
function startLoad(servers: ReadonlySet<ServerProcess>) {
  const statuses: number[] = []
  const underWay = new Set<Promise<Response>>()
  let calls = 0
  const over = new AbortController()

  async function post(path: string, from: number, authorization: string, body?: unknown) {
    await vi.waitFor(() => expect(servers.size).toBeGreaterThan(0), TIMEOUT)
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
    const opened: unknown = await session.json()
    expect({ status: session.status, opened }).toMatchObject({ status: 201 })
    const bearer = `Bearer ${v.parse(openSession.response, opened).token}`
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

  let load: Promise<unknown> | undefined
  return {
    run: async (): Promise<void> => {
      load ??= Promise.all(Array.from({ length: MEMBERS_AT_ONCE }, (_, index) => linkOn(index + 1)))
      // A failure is reported by `end`.
      load.catch(() => undefined)
      const wanted = statuses.length + LINKS_EACH
      const isEnough = () => expect(statuses.length).toBeGreaterThan(wanted)
      await Promise.race([load, vi.waitFor(isEnough, TIMEOUT)])
    },
    /** Waits for the calls that are under way now. */
    settle: () => Promise.allSettled(underWay),
    /** The statuses of all answers to proofs. */
    end: async (): Promise<number[]> => {
      over.abort()
      await load
      return statuses
    },
  }
}
