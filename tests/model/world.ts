import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { sql } from 'kysely'
import type { UserFromGetMe } from 'grammy/types'
import * as v from 'valibot'
import type { WebhookConfig } from '#server/config/config.ts'
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
import { createMetrics, type Metrics } from '#server/metrics/metrics.ts'
import { checkSome } from '#server/multisig/check-multisigs.ts'
import { refreshSome } from '#server/multisig/watch-cosignings.ts'
import type { ReadTonMultisig } from '#server/chains/read-multisig.ts'
import { createDeliveries } from '#server/notifications/webhooks/deliveries.ts'
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
import { startWebhookReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts'
import { putGate, type CrashGate } from './gate.ts'
import { KEY_ADDRESSES, MULTISIG_ADDRESS, REPLACED, STRANGER_ADDRESS, tonSigner } from './keys.ts'
import { CHAIN_KEY, createModel, type Owners } from './model.ts'

const BOT_TOKEN = '1234567890:AAtestTESTtestTESTtestTESTtestTEST_-x'
const DATA_KEY = '01080f161d242b323940474e555c636a71787f868d949ba2a9b0b7bec5ccd3da'
const SECRET = 'webhook_secret-0123456789'
const DOMAIN = 'app.example.com'
/** By two APIs. Only then does a text move the wallet. */
const CONFIRMED = true
/** What passes between two looks at the events, for a server's pace. */
const LOOK_MS = 60_000
const NOON = Date.UTC(2026, 10, 20, 12)

const FromSchema = v.looseObject({ id: v.number() })
/** An update of Telegram, as it is posted to a webhook: whose it is, and what it says. */
const PostedUpdateSchema = v.looseObject({
  update_id: v.number(),
  message: v.optional(v.looseObject({ from: FromSchema, text: v.optional(v.string()) })),
  callback_query: v.optional(v.looseObject({ from: FromSchema, data: v.optional(v.string()) })),
})
export type PostedUpdate = v.InferOutput<typeof PostedUpdateSchema>
/** `isReplayed`: it is the answer to an earlier call under the same Idempotency-Key. */
export type ServerAnswer = { status: number; body: unknown; text: string; isReplayed: boolean }
type ModelServer = Awaited<ReturnType<typeof startServer>>
export type ModelStage = Awaited<ReturnType<typeof openStage>>
/** What is around the servers in one history. */
export type World = Awaited<ReturnType<typeof openWorld>>

/**
 * Two servers over one store, which all histories of a run share: composing one costs as much as several acts. A server whose
 * history went wrong is composed anew.
 */
export async function openStage(makePostgres?: () => Promise<string>) {
  const directory = await makeDatabaseFolder('clasp-orders-')
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
  const path = makePostgres ? await makePostgres() : join(directory, 'clasp.db')
  const settings = { ...config, delivers: true, onUnreadable: () => undefined }
  await (
    await openStore({ ...settings, databaseUrl: makePostgres ? path : `file:${path}` })
  ).close()
  const reader = await openDatabase(path)
  const store = createStore({ database: reader, config })
  const { key, hash } = createApiKey()
  await store.addApiKey({ name: 'host', scopes: [...SCOPES], hash }, NOON)
  const outside = {
    config,
    receiver,
    path,
    clock: { now: NOON },
    logLines: [] as string[],
    tonChain: createTestTonChain(),
    botInfo: known.botInfo,
    /** One for all servers: each would watch the garbage collector of this process until its end. */
    metrics: createMetrics(),
    shell: null as Promise<Shell> | null,
  } satisfies Outside
  const servers: [ModelServer, ModelServer] = [
    await startServer(outside),
    await startServer(outside),
  ]
  const server = (at: number): ModelServer => (at === 0 ? servers[0] : servers[1])
  const atFirst = await dump(reader)

  /** A new process takes the place of this one. */
  async function restart(at: number): Promise<void> {
    server(at).gate.crash()
    await server(at).close()
    servers[at === 0 ? 0 : 1] = await startServer(outside)
  }

  /** If the server crashed, a new process takes its place; if not, it does not crash. */
  async function recover(at: number): Promise<void> {
    const { gate } = server(at)
    if (gate.isDead()) await restart(at)
    else gate.crashAt(Number.POSITIVE_INFINITY)
  }

  /** Puts such rows into the database, in place of all others. */
  async function restore(tables: ModelTables): Promise<void> {
    await fill(reader, { isPostgres: makePostgres !== undefined, tables })
    for (const one of servers) one.forgetRates()
  }

  return {
    ...outside,
    telegram,
    hostToken: `Bearer ${key}`,
    /** The database, past the servers and their gates. */
    reader,
    store,
    server,
    restart,
    recover,
    restore,
    /** Nothing has happened. */
    async clear(): Promise<void> {
      outside.clock.now = NOON
      outside.logLines.length = 0
      outside.tonChain.setAccount(REPLACED.address, { status: 'inactive' }, CONFIRMED)
      outside.tonChain.setReachable(true)
      outside.tonChain.setDisagreement(false)
      outside.tonChain.setMultisig(MULTISIG_ADDRESS, toReading(createModel(NOON).shown))
      receiver.deliveries.length = 0
      receiver.accepted.length = 0
      receiver.answers(() => ({ status: 204 }))
      await restore(atFirst)
    },
    async close(): Promise<void> {
      for (const one of servers) await one.close()
      await reader.close()
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
  config: ReturnType<typeof getConfig> & { webhook: WebhookConfig }
  receiver: WebhookReceiver
  path: string
  clock: { now: number }
  logLines: string[]
  tonChain: ReturnType<typeof createTestTonChain>
  botInfo: UserFromGetMe
  metrics: Metrics
  /** Compressing the pages is the slowest part of a start, and they are alike. */
  shell: Promise<Shell> | null
}

const asItIs = () => Promise.resolve()

function openDatabase(path: string): Promise<SqlDatabase> {
  return path.startsWith('postgres')
    ? openPostgresDatabase(path, asItIs)
    : openSqliteDatabase(path, asItIs)
}

function createStore({ database, config }: { database: SqlDatabase; config: Outside['config'] }) {
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
async function startServer(outside: Outside) {
  const { config, path, clock, logLines, tonChain, botInfo, metrics } = outside
  const opened = await openDatabase(path)
  const { gate, database } = putGate(opened)
  const store = createStore({ database, config })
  const log = createLog('trace', { write: (line) => void logLines.push(line) })
  const parts = { config, store, log, metrics, now: () => clock.now }
  let looks = 0
  const { bot, notifiers, ...telegram } = composeBot({
    ...parts,
    botInfo,
    // Telegram's pace allows a look whatever one finds.
    clock: () => looks * LOOK_MS,
  })
  const [receipts] = notifiers
  const addressRates = createMemoryRateLimits()
  let callers = 0
  const chains = {
    tonChain,
    evmChains: createEmptyEvmChains(),
    safeService: null,
    random: () => 0.5,
    // The history says when readers look.
    onEvent: () => undefined,
  }
  const { app, multisigs } = await composeServer({
    ...parts,
    ...telegram,
    ...chains,
    telegramLogin: null,
    bot,
    fetchPublic: () => Promise.reject(new Error('no network in tests')),
    walletsListUrl: 'https://list.example/wallets-v2.json',
    createShell: (boot, tonWallets) =>
      (outside.shell ??= createShell({ ...emptyClient(), boot, tonWallets, log })),
    findFile: noFile,
    findCaller: () => ({ address: `caller-${(callers += 1)}`, isShared: false }),
    findStop: () => null,
    frameAncestors: ['https://web.telegram.org'],
    evmRelayUrl: null,
    addressRates,
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
    /** What goes on after an answer is done. */
    idle: () => multisigs.idle(),
    /** One round of what reads multisigs, looks after cosignings, and closes those that are over. */
    async watch(): Promise<void> {
      const watching = { ...parts, ...telegram, ...chains, multisigs }
      const goesOn = new AbortController().signal
      await checkSome(watching, goesOn)
      await multisigs.idle()
      await refreshSome(watching, goesOn)
      await multisigs.idle()
      await store.closeDueCosignings(50, clock.now)
    },
    /** One round of what sends receipts, and of what posts to the webhook. */
    async notify(): Promise<void> {
      looks += 1
      const deliveries = createDeliveries({
        ...parts,
        webhook: config.webhook,
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

/** The beginning of a history. */
export async function openWorld(stage: ModelStage) {
  const { clock } = stage
  await stage.clear()
  const telegram = createTelegram(() => clock.now)
  stage.telegram.answer = createBotApi(telegram).fetch
  const waiting: PostedUpdate[] = []
  const delivered: PostedUpdate[] = []
  let lastUpdate = 0
  let isReplaced = false

  async function call(at: number, request: ModelCall): Promise<ServerAnswer> {
    const { method, path: target, token, body, once } = request
    const headers = new Headers()
    if (token !== undefined) headers.set('authorization', token)
    if (once !== undefined) headers.set('idempotency-key', once)
    const init: RequestInit = { method, headers }
    if (body !== undefined) init.body = JSON.stringify(body)
    const response = await stage.server(at).app.request(target, init)
    await stage.server(at).idle()
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    const isReplayed = response.headers.get('idempotent-replayed') === 'true'
    return { status: response.status, body: isJson ? JSON.parse(text) : null, text, isReplayed }
  }

  return {
    ...stage,
    telegram,
    domain: DOMAIN,
    /** Sessions by account. */
    tokens: new Map<number, string>(),
    dump: () => dump(stage.reader),
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
    /** A wallet by its key, which signs with the one that it has now. */
    signer: (key: number) => (isReplaced && key === CHAIN_KEY ? REPLACED : tonSigner(key)),
    replaceKey(): void {
      const { address, publicKey } = REPLACED
      stage.tonChain.setAccount(address, { status: 'active', publicKey }, CONFIRMED)
      isReplaced = true
    },
    showOwners: (owners: Owners) => stage.tonChain.setMultisig(MULTISIG_ADDRESS, toReading(owners)),
    /** Its id, as long as the store knows it. */
    async findMultisig(): Promise<string> {
      const row = await stage.reader.read.selectFrom('multisigs').select('id').executeTakeFirst()
      return row?.id ?? 'A'.repeat(22)
    },
    /** How many cosignings each account has asked for: it may start five in a row. */
    started: new Map<number, number>(),
    gate: (at: number): CrashGate => stage.server(at).gate,
    call,
    /** Telegram posts an update to the webhook of this server, and what it leads to is waited for. */
    async post(at: number, update: PostedUpdate): Promise<number> {
      const headers = {
        'content-type': 'application/json',
        'x-telegram-bot-api-secret-token': SECRET,
      }
      const init = { method: 'POST', headers, body: JSON.stringify(update) }
      const { status } = await stage.server(at).app.request(WEBHOOK_PATH, init)
      await stage.server(at).bot.stop()
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
    close: () => telegram.close(),
  }
}

/** What the chain says of the multisig. */
function toReading({ owners, threshold }: Owners): ReadTonMultisig {
  const known = owners.map((key) => KEY_ADDRESSES[key] ?? STRANGER_ADDRESS)
  return {
    family: 'ton',
    kind: 'multisig-v2',
    network: '-239',
    address: MULTISIG_ADDRESS,
    threshold,
    owners: known.length > 1 ? known : [...known, STRANGER_ADDRESS],
    proposers: [],
  }
}

/** Every row of every table. */
async function dump({ read }: SqlDatabase): Promise<ModelTables> {
  const tables: ModelTables = {}
  for (const { name } of await read.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      read,
    )
    tables[name] = rows
  }
  return tables
}

async function fill(
  database: SqlDatabase,
  { isPostgres, tables }: { isPostgres: boolean; tables: ModelTables },
): Promise<void> {
  if (!isPostgres) await sql`pragma foreign_keys = off`.execute(database.read)
  await database.write(async (trx) => {
    if (isPostgres) await sql`set local session_replication_role = replica`.execute(trx)
    for (const [table, rows] of Object.entries(tables)) {
      await sql`delete from ${sql.table(table)}`.execute(trx)
      for (const row of rows)
        await sql`insert into ${sql.table(table)} values (${sql.join(Object.values(row))})`.execute(
          trx,
        )
    }
  })
}

/** Rows by the names of their tables. */
export type ModelTables = Record<string, Record<string, unknown>[]>

/** `once`: its Idempotency-Key. */
export type ModelCall = {
  method: string
  path: string
  token?: string
  body?: unknown
  once?: string
}

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
