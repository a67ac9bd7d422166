import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { sql } from 'kysely'
import * as v from 'valibot'
import { createBotApi } from '#demo/telegram/bot-api.ts'
import { PEOPLE } from '#demo/telegram/people.ts'
import { createWorld, type TelegramWorld } from '#demo/telegram/world.ts'
import { fetchBotInfo } from '#server/bot/fetch-bot-info.ts'
import { WEBHOOK_PATH } from '#server/bot/foreign-webhook.ts'
import { composeBot } from '#server/compose-bot.ts'
import { composeServer } from '#server/compose-server.ts'
import { acceptChains } from '#server/door/accept-chains.ts'
import { createApiKey } from '#server/http/host/api-key.ts'
import { createShell, type Shell } from '#server/http/shell.ts'
import { createLog } from '#server/log/log.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { createReceipts } from '#server/notifications/receipts.ts'
import { createDeliveries } from '#server/notifications/webhooks/deliveries.ts'
import { copySqliteDatabase } from '#server/store/database/copy-database.ts'
import { createKeyRing } from '#server/store/database/field-cipher.ts'
import { createMemoryRateLimits } from '#server/store/database/rate-limits.ts'
import { openPostgresDatabase } from '#server/store/database/postgres-database.ts'
import type { SqlDatabase } from '#server/store/database/sql-database.ts'
import { openSqliteDatabase } from '#server/store/database/sqlite-database.ts'
import { openStore } from '#server/store/open-store.ts'
import { createSqlStore } from '#server/store/store.ts'
import { SCOPES } from '#shared/api/host/host-endpoint.ts'
import { emptyClient, noFile } from '#tests/support/empty-client.ts'
import { createEmptyEvmChains } from '#tests/support/evm-rpc.ts'
import { freePort } from '#tests/support/free-port.ts'
import { getConfig } from '#tests/support/get-config.ts'
import { signInitData } from '#tests/support/init-data.ts'
import { makeDatabaseFolder } from '#tests/support/make-database-folder.ts'
import { createTestTonChain } from '#tests/support/ton-chain.ts'
import { startWebhookReceiver } from '#tests/support/webhook-receiver.ts'
import { putGate, type Gate } from './gate.ts'

const BOT_TOKEN = '1234567890:AAtestTESTtestTESTtestTESTtestTEST_-x'
const DATA_KEY = '01080f161d242b323940474e555c636a71787f868d949ba2a9b0b7bec5ccd3da'
const SECRET = 'webhook_secret-0123456789'
const DOMAIN = 'app.example.com'
const NOON = Date.UTC(2026, 10, 20, 12)

const FromSchema = v.looseObject({ id: v.number() })
/** An update of Telegram, as it is posted to a webhook: whose it is, and what it says. */
const PostedUpdateSchema = v.looseObject({
  update_id: v.number(),
  message: v.optional(v.looseObject({ from: FromSchema, text: v.optional(v.string()) })),
  callback_query: v.optional(v.looseObject({ from: FromSchema, data: v.optional(v.string()) })),
})
export type PostedUpdate = v.InferOutput<typeof PostedUpdateSchema>
export type Answer = { status: number; body: unknown; text: string }
type Server = Awaited<ReturnType<typeof startServer>>
export type Stage = Awaited<ReturnType<typeof openStage>>
/** Two servers over one store, with everything around them, for one history. */
export type World = Awaited<ReturnType<typeof openWorld>>

/** What all histories of a run share: the listening sides of Telegram and of the host, and a database to copy. */
export async function openStage(makePostgres?: () => Promise<string>) {
  const directory = await makeDatabaseFolder('clasp-orders-')
  const template = join(directory, 'template.db')
  const port = await freePort()
  const apiRoot = `http://127.0.0.1:${port}`
  const telegram = { answer: createBotApi(createTelegram(() => NOON)).fetch }
  const api = serve({ fetch: (request) => telegram.answer(request), hostname: '127.0.0.1', port })
  const receiver = await startWebhookReceiver()
  const config = {
    ...getConfig({
      BOT_TOKEN,
      PUBLIC_URL: `https://${DOMAIN}`,
      DATA_KEY,
      BOT_MODE: 'webhook',
      TELEGRAM_WEBHOOK_SECRET: SECRET,
      TELEGRAM_API_ROOT: apiRoot,
      TON_TEXT_BINDING: 'offer',
      EVM: 'in-app',
      REOWN_PROJECT_ID: '0123456789abcdef0123456789abcdef',
      ATTEMPT_RETENTION_DAYS: '3650',
      EVENT_RETENTION_DAYS: '3650',
      MEMBER_RETENTION_DAYS: '3650',
    }),
    webhook: receiver.webhook,
  }
  const known = await fetchBotInfo({ token: BOT_TOKEN, apiRoot })
  if (!known.ok) throw new Error(known.reason)
  const first = join(directory, 'first.db')
  const settings = { ...config, delivers: true, onUnreadable: () => undefined }
  if (makePostgres === undefined) {
    await (await openStore({ ...settings, databaseUrl: `file:${first}` })).close()
    await copySqliteDatabase(first, template)
  }
  let worlds = 0
  let shell: Promise<Shell> | undefined
  return {
    config,
    receiver,
    telegram,
    botInfo: known.botInfo,
    /** Compressing the pages is the slowest part of a start, and they are alike. */
    shell: (...[parts]: Parameters<typeof createShell>) => (shell ??= createShell(parts)),
    /** The path of a new file, or the URL of a new Postgres database. */
    async makeDatabase(): Promise<string> {
      if (makePostgres !== undefined) return makePostgres()
      const path = join(directory, `${(worlds += 1)}.db`)
      await copyFile(template, path)
      return path
    },
    async removeDatabase(path: string): Promise<void> {
      for (const end of ['', '-wal', '-shm']) await rm(`${path}${end}`, { force: true })
    },
    async close(): Promise<void> {
      api.close()
      await receiver.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function createTelegram(now: () => number): TelegramWorld {
  const appUrl = `https://${DOMAIN}/`
  const bot = { botToken: BOT_TOKEN, botUsername: 'clasp_test_bot', appShortName: 'app' }
  return createWorld({ ...bot, appUrl, now })
}

type Outside = {
  stage: Stage
  path: string
  clock: { now: number }
  logLines: string[]
  tonChain: ReturnType<typeof createTestTonChain>
}

const asItIs = () => Promise.resolve()

function openDatabase(path: string): Promise<SqlDatabase> {
  return path.startsWith('postgres')
    ? openPostgresDatabase(path, asItIs)
    : openSqliteDatabase(path, asItIs)
}

function createStore({ database, config }: { database: SqlDatabase; config: Stage['config'] }) {
  return createSqlStore({
    database,
    cipher: createKeyRing(config),
    delivers: true,
    keepsNames: true,
    accepts: acceptChains(config),
    onUnreadable: (sequence) => {
      throw new Error(`event ${sequence} cannot be read`)
    },
  })
}

/** A process: wired as production wires it, over a connection of its own. */
async function startServer({ stage, path, clock, logLines, tonChain }: Outside) {
  const { config, botInfo } = stage
  const opened = await openDatabase(path)
  const { gate, database } = putGate(opened)
  const store = createStore({ database, config })
  const log = createLog('trace', { write: (line) => void logLines.push(line) })
  const parts = { config, store, log, metrics: createMetrics(), now: () => clock.now }
  const { bot, notifiers: _, ...telegram } = composeBot({ ...parts, botInfo })
  const addressRates = createMemoryRateLimits()
  let callers = 0
  const { app } = await composeServer({
    ...parts,
    ...telegram,
    tonChain,
    evmChains: createEmptyEvmChains(),
    safeService: null,
    telegramLogin: null,
    bot,
    fetchPublic: () => Promise.reject(new Error('no network in tests')),
    walletsListUrl: 'https://list.example/wallets-v2.json',
    createShell: (boot, tonWallets) => stage.shell({ ...emptyClient(), boot, tonWallets, log }),
    findFile: noFile,
    findCaller: () => ({ address: `caller-${(callers += 1)}`, isShared: false }),
    findStop: () => null,
    frameAncestors: ['https://web.telegram.org'],
    evmRelayUrl: null,
    addressRates,
    random: () => 0.5,
    // The history says when readers look.
    onEvent: () => undefined,
    useJoins: () => undefined,
  })
  return {
    app,
    store,
    bot,
    gate,
    /** What the watch over the clock does when the clock was set back. */
    async followClock(byMs: number): Promise<void> {
      await store.setTimesBack(byMs, clock.now)
      addressRates.setBack(byMs)
    },
    /** No member has called yet. */
    forgetRates(): void {
      for (const rates of [addressRates, opened.rateLimits]) rates.setBack(Number.MAX_SAFE_INTEGER)
    },
    /** One round of what sends receipts, and of what posts to the webhook. */
    async notify(): Promise<void> {
      const receipts = createReceipts({
        ...parts,
        send: (...receipt) => bot.sendReceipt(...receipt),
      })
      const deliveries = createDeliveries({
        ...parts,
        webhook: stage.receiver.webhook,
        random: () => 0.5,
      })
      for (const reader of [receipts, deliveries]) {
        reader.start()
        await reader.stop()
      }
    },
    close: () => opened.close(),
  }
}

export async function openWorld(stage: Stage) {
  const clock = { now: NOON }
  const path = await stage.makeDatabase()
  const telegram = createTelegram(() => clock.now)
  stage.telegram.answer = createBotApi(telegram).fetch
  stage.receiver.deliveries.length = 0
  stage.receiver.answers(() => ({ status: 204 }))
  const outside = {
    stage,
    path,
    clock,
    logLines: [] as string[],
    tonChain: createTestTonChain(),
  } satisfies Outside
  const reader = await openDatabase(path)
  const servers: [Server, Server] = [await startServer(outside), await startServer(outside)]
  const { key, hash } = createApiKey()
  await servers[0].store.addApiKey({ name: 'host', scopes: [...SCOPES], hash }, NOON)
  const waiting: PostedUpdate[] = []
  const delivered: PostedUpdate[] = []
  let lastUpdate = 0

  async function call(at: number, request: Call): Promise<Answer> {
    const { method, path: target, token, body } = request
    const headers = new Headers()
    if (token !== undefined) headers.set('authorization', token)
    const init: RequestInit = { method, headers }
    if (body !== undefined) init.body = JSON.stringify(body)
    const response = await getServer(at).app.request(target, init)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    return { status: response.status, body: isJson ? JSON.parse(text) : null, text }
  }

  function getServer(at: number): Server {
    return at === 0 ? servers[0] : servers[1]
  }

  return {
    ...outside,
    telegram,
    receiver: stage.receiver,
    domain: DOMAIN,
    hostToken: `Bearer ${key}`,
    /** Sessions by account. */
    tokens: new Map<number, string>(),
    /** The database, past the servers and their gates. */
    reader,
    store: createStore({ database: reader, config: stage.config }),
    /** Every row of every table. */
    async dump(): Promise<Tables> {
      const tables: Tables = {}
      for (const { name } of await reader.read.introspection.getTables()) {
        const { rows } = await sql<
          Record<string, unknown>
        >`select * from ${sql.table(name)}`.execute(reader.read)
        tables[name] = rows
      }
      return tables
    },
    /** Puts such rows into the database, in place of all others. Only SQLite. */
    async restore(tables: Tables): Promise<void> {
      await sql`pragma foreign_keys = off`.execute(reader.read)
      await reader.write(async (trx) => {
        for (const [table, rows] of Object.entries(tables)) {
          await sql`delete from ${sql.table(table)}`.execute(trx)
          for (const row of rows)
            await sql`insert into ${sql.table(table)} values (${sql.join(Object.values(row))})`.execute(
              trx,
            )
        }
      })
      for (const server of servers) server.forgetRates()
    },
    /** Updates that no server has acknowledged, and those that one has: Telegram may repeat them. */
    waiting,
    delivered,
    /** Ids of the updates that the store has taken. */
    taken: new Set<number>(),
    /** What people did since is now an update. */
    async collectUpdates(): Promise<void> {
      const offset = (waiting.at(-1)?.update_id ?? lastUpdate) + 1
      const polled = await telegram.updates.poll({ offset, limit: 100, timeoutMs: 0 })
      if (polled.kind === 'updates')
        waiting.push(...v.parse(v.array(PostedUpdateSchema), polled.updates))
      lastUpdate = waiting.at(-1)?.update_id ?? lastUpdate
    },
    confirm(update: PostedUpdate): void {
      const at = waiting.indexOf(update)
      if (at >= 0) delivered.push(...waiting.splice(at, 1))
    },
    server: getServer,
    gate: (at: number): Gate => getServer(at).gate,
    call,
    /** Telegram posts an update to the webhook of this server, and what it leads to is waited for. */
    async post(at: number, update: PostedUpdate): Promise<number> {
      const headers = {
        'content-type': 'application/json',
        'x-telegram-bot-api-secret-token': SECRET,
      }
      const init = { method: 'POST', headers, body: JSON.stringify(update) }
      const { status } = await getServer(at).app.request(WEBHOOK_PATH, init)
      await getServer(at).bot.stop()
      return status
    },
    /** What Telegram puts into the app's launch. */
    initData(account: number): string {
      const { id, firstName, username, languageCode } = getPerson(account)
      const user = {
        id,
        first_name: firstName,
        ...(username !== null && { username }),
        language_code: languageCode,
        allows_write_to_pm: true,
      }
      return signInitData({ botToken: BOT_TOKEN, user, authDate: Math.floor(clock.now / 1_000) })
    },
    /** A new process takes the place of this one. */
    async restart(at: number): Promise<void> {
      getServer(at).gate.crash()
      await getServer(at).close()
      servers[at === 0 ? 0 : 1] = await startServer(outside)
    },
    async close(): Promise<void> {
      telegram.close()
      for (const server of servers) await server.close()
      await reader.close()
      await stage.removeDatabase(path)
    },
  }
}

/** Rows by the names of their tables. */
export type Tables = Record<string, Record<string, unknown>[]>

export type Call = { method: string; path: string; token?: string; body?: unknown }

export function getPerson(account: number) {
  const person = PEOPLE[account]
  if (person === undefined) throw new Error(`there is no account ${account}`)
  return person
}

/** Whether a text says who has the account. Random ids may contain a short name. */
export function isNamed(account: number, text: string): boolean {
  const { id, firstName } = getPerson(account)
  return new RegExp(`(?<![\\w-])(?:${id}|${firstName})(?![\\w-])`, 'u').test(text)
}
