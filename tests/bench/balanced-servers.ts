import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import type { TelegramAccount } from '#demo/telegram/snapshot.ts'
import { createWorld, type TelegramWorld } from '#demo/telegram/world.ts'
import { freePort } from '#tests/support/free-port.ts'
import { listenHere } from '#tests/support/listen-here.ts'
import { DATA_KEY } from './bench-store.ts'
import { type BuiltServer, startBuilt } from './start-built.ts'
import { after } from './undoing.ts'

export const BOT_TOKEN = '700100200:AAtestTESTtestTESTtestTESTtestTEST_-x'
/** Below are no people of the demo. */
export const FIRST_ID = 5_000_000
/** The pause before a process that did not start is started again, in milliseconds. */
const RESTART_MS = 5_000
const KILL_EVERY_MS = 60_000
const LOOK_MS = 20

/** So many members, from {@link FIRST_ID} on. */
export function makeAccounts(
  count: number,
  contact: TelegramAccount['contact'],
): TelegramAccount[] {
  return Array.from({ length: count }, (_, index) => ({
    id: FIRST_ID + index,
    firstName: `Member ${index}`,
    lastName: null,
    username: null,
    languageCode: 'en',
    contact,
  }))
}

/** A Telegram with these people beside those of the demo. */
export function openWorld(others: TelegramAccount[]): TelegramWorld {
  const bot = { botToken: BOT_TOKEN, botUsername: 'clasp_test_bot', appShortName: null }
  const world = createWorld({ ...bot, appUrl: 'https://app.example.com/', others, now: Date.now })
  after(() => world.close())
  return world
}

/** Returns the URL of an app that listens until the work is over. */
export async function serve(app: Hono): Promise<string> {
  const { url, close } = await listenHere(app)
  after(close)
  return url
}

/** From when until when nobody answered, in Unix milliseconds; in a moment where another server lived. */
export type Death = { from: number; to: number }

export type BalancedServers = Awaited<ReturnType<typeof startServers>>

/** So many servers on one database, behind a balancer that passes calls on to who lives. @param variables with `TELEGRAM_API_ROOT` */
export async function startServers(count: number, variables: Record<string, string>) {
  const servers = new Set<BuiltServer>()
  const publicUrl = await serve(createBalancer(servers))
  const environment = {
    BOT_TOKEN,
    PUBLIC_URL: publicUrl,
    DATA_KEY: Buffer.from(DATA_KEY).toString('hex'),
    EVM: 'off',
    BOT_MODE: 'webhook',
    TELEGRAM_WEBHOOK_SECRET: 'bench-bench-bench-1',
    TON_API_URL: 'http://127.0.0.1:9',
    TRUSTED_PROXIES: '127.0.0.1',
    ...variables,
  }

  async function start(): Promise<void> {
    const server = startBuilt({ ...environment, PORT: String(await freePort()) })
    after(() => server.stop())
    await server.ready()
    servers.add(server)
  }

  /** As the unit in docs/running.md does, which starts again what has ended because Telegram is out. */
  async function restart(isOver: () => boolean): Promise<void> {
    try {
      await start()
    } catch {
      await sleep(RESTART_MS)
      if (!isOver()) await restart(isOver)
    }
  }

  /** Kills one server by SIGKILL each minute, the oldest first, and starts another one. Returns the deaths. */
  async function killEachMinute(isOver: () => boolean): Promise<Death[]> {
    const deaths: Death[] = []
    for (let at = Date.now() + KILL_EVERY_MS; !isOver(); await sleep(LOOK_MS)) {
      const [server] = servers
      if (Date.now() < at || server === undefined) continue
      at += KILL_EVERY_MS
      servers.delete(server)
      const isLast = servers.size === 0
      const from = Date.now()
      await server.kill()
      await restart(isOver)
      deaths.push({ from, to: isLast ? Date.now() : from })
    }
    return deaths
  }

  for (let started = 0; started < count; started += 1) await start()
  return { publicUrl, servers, killEachMinute }
}

/** Passes a call on to a server that lives, by turns; nobody answers while there is none. */
function createBalancer(servers: ReadonlySet<BuiltServer>): Hono {
  let calls = 0
  return new Hono().all('*', async (c) => {
    const list = [...servers]
    const server = list[(calls += 1) % list.length]
    if (server === undefined) return c.text('nobody', 503)
    const { pathname, search } = new URL(c.req.url)
    const { method, headers } = c.req.raw
    const body = method === 'GET' ? null : await c.req.arrayBuffer()
    try {
      return await fetch(`${server.url}${pathname}${search}`, { method, headers, body })
    } catch {
      return c.text('gone', 502)
    }
  })
}
