import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { onTestFinished, vi } from 'vitest'
import { createBotApi, readForm } from '#demo/telegram/bot-api.ts'
import { GROUP, PEOPLE } from '#demo/telegram/people.ts'
import type { ChatMessage, InlineButton } from '#demo/telegram/snapshot.ts'
import { createWorld, type TelegramWorld } from '#demo/telegram/world.ts'
import type { WorldOptions } from '#demo/telegram/world-core.ts'
import { createApi } from '#server/bot/create-api.ts'
import { type BotMode, type ClaspBot, createBot } from '#server/bot/create-bot.ts'
import { fetchBotInfo } from '#server/bot/fetch-bot-info.ts'
import { createReportRefusal } from '#server/bot/report-refusal.ts'
import { createShowPost } from '#server/bot/show-post.ts'
import { createTelegramChats } from '#server/bot/telegram-chats.ts'
import type { ChatsPolicy, RequestsPolicy } from '#server/config/config.ts'
import { createPosts } from '#server/notifications/posts.ts'
import { createReceipts } from '#server/notifications/receipts.ts'
import type { Poller } from '#server/process/poller.ts'
import { createLog } from '#server/log/log.ts'
import { type Metrics, createMetrics } from '#server/metrics/metrics.ts'
import { openStore } from '#server/store/open-store.ts'
import type { LinkOutcome } from '#server/store/linking/link-wallet.ts'
import type { Store } from '#server/store/store.ts'
import type { StoredUser, StoredWallet } from '#server/store/database/stored.ts'
import type { Language } from '#shared/languages.ts'
import type { ProvenWallet } from '#shared/wallet.ts'
import {
  getAccount,
  linkedWallet,
  proveWallet,
  sampleLink,
  sampleSigning,
  sampleWallet,
} from '#tests/support/store-samples.ts'
import { makeDatabaseFolder } from '#tests/support/make-database-folder.ts'
import { createSqliteDatabase } from '#tests/support/test-databases.ts'

export const BOT_TOKEN = '700100200:AAtestTESTtestTESTtestTESTtestTEST_-x'
export const BOT_USERNAME = 'clasp_test_bot'
export const PUBLIC_URL = 'https://app.example.com'
export const GROUP_ID = GROUP.id

const [ada, ilya, negar] = PEOPLE.map(({ id }) => id)
if (ada === undefined || ilya === undefined || negar === undefined) throw new Error('three people')
/** Uses English. */
export const ADA = ada
/** Uses Russian. */
export const ILYA = ilya
/** Uses Persian. */
export const NEGAR = negar

type ApiCall = { method: string; payload: Record<string, unknown> }

/** The simulated Telegram on the wire, a real store in a temporary file, and the clock of the test. */
export type BotStage = {
  world: TelegramWorld
  apiRoot: string
  /** Every call of the Bot API, in order. */
  calls: ApiCall[]
  methods(): string[]
  store: Store
  /** As when the database goes away. */
  closeStore(): Promise<void>
  /** Closes the store and opens the same database again, as a new process does. */
  reopenStore(): Promise<Store>
  clock: { now: number }
  metrics: Metrics
  logLines: string[]
  bot(mode: BotMode, changes?: BotChanges): Promise<ClaspBot>
  receipts(bot: ClaspBot, limits?: { leaseMs?: number }): Poller
  /** Writes the messages about requests from now on. */
  startPosts(): Poller
  kicks: { count: number; posts: number }
}

type BotChanges = {
  appName?: string
  offersEvm?: boolean
  /** @default 'admins' */
  requests?: RequestsPolicy
  /** @default none */
  adminIds?: number[]
  /** @default any */
  chatsPolicy?: ChatsPolicy
}

export async function setStage(options: Pick<WorldOptions, 'inlineMode'> = {}): Promise<BotStage> {
  const clock = { now: Date.UTC(2026, 10, 20, 12) }
  const logLines: string[] = []
  const log = createLog('trace', { write: (line) => void logLines.push(line) })
  const calls: ApiCall[] = []
  const kicks = { count: 0, posts: 0 }
  let posts: Poller | undefined
  const world = createWorld({
    botToken: BOT_TOKEN,
    botUsername: BOT_USERNAME,
    appShortName: 'app',
    appUrl: `${PUBLIC_URL}/`,
    now: () => clock.now,
    ...options,
  })
  onTestFinished(() => world.close())
  const apiRoot = await listen(recorded(createBotApi(world), calls))
  const database = await openTemporaryStore()

  const postContext = {
    appName: 'Clasp',
    link: { username: BOT_USERNAME, appShortName: 'app' },
    now: () => clock.now,
  }
  const stage: BotStage = {
    world,
    apiRoot,
    calls,
    methods: () => calls.map(({ method }) => method),
    store: database.store,
    closeStore: () => database.close(),
    async reopenStore() {
      stage.store = await database.reopen()
      return stage.store
    },
    clock,
    metrics: createMetrics(),
    logLines,
    kicks,
    async bot(
      mode,
      { appName = 'Clasp', offersEvm = false, requests, adminIds = [], chatsPolicy = 'any' } = {},
    ) {
      const verdict = await fetchBotInfo({ token: BOT_TOKEN, apiRoot })
      if (!verdict.ok) throw new Error(verdict.reason)
      const bot = createBot({
        ...mode,
        token: BOT_TOKEN,
        apiRoot,
        botInfo: verdict.botInfo,
        publicUrl: PUBLIC_URL,
        appName,
        offersEvm,
        appShortName: 'app',
        store: stage.store,
        chats: createTelegramChats({
          ...postContext,
          appName,
          api: createApi({ token: BOT_TOKEN, apiRoot, metrics: stage.metrics }, 10),
          botId: world.botId,
          clock: () => clock.now,
        }),
        requests: requests ?? 'admins',
        adminIds: new Set(adminIds.map(String)),
        chatsPolicy,
        log,
        metrics: stage.metrics,
        now: () => clock.now,
        onEvent: () => void (kicks.count += 1),
        onPost() {
          kicks.posts += 1
          posts?.kick()
        },
      })
      onTestFinished(() => bot.stop())
      return bot
    },
    startPosts() {
      const api = createApi({ token: BOT_TOKEN, apiRoot, metrics: stage.metrics }, 10)
      const show = createShowPost({ ...postContext, api })
      const { now } = postContext
      const reportRefusal = createReportRefusal(api)
      posts = createPosts({ store: stage.store, show, reportRefusal, now, clock: now, log })
      onTestFinished(() => posts?.stop())
      posts.start()
      return posts
    },
    receipts(bot, limits = {}) {
      const receipts = createReceipts({
        store: stage.store,
        send: bot.sendReceipt,
        now: () => clock.now,
        log,
        ...limits,
      })
      onTestFinished(() => receipts.stop())
      return receipts
    },
  }
  return stage
}

/** A stage on which the bot is polling. */
export async function setPollingStage(changes: BotChanges = {}): Promise<BotStage> {
  const stage = await setStage()
  const bot = await stage.bot({ mode: 'polling' }, changes)
  await bot.start()
  return stage
}

/** Listens on a free port for the time of the test; gives the address. */
export function listen(app: Hono): Promise<string> {
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}`),
    )
    onTestFinished(() => void server.close())
  })
}

/** Sends a text and gives the bot's next message in that chat. */
export async function ask(
  { world }: BotStage,
  { accountId, text, chatId = accountId }: { accountId: number; text: string; chatId?: number },
): Promise<ChatMessage> {
  const sent = world.sendText({ accountId, chatId, text })
  return untilAnswer(world, chatId, sent.id)
}

function untilAnswer(world: TelegramWorld, chatId: number, after = 0): Promise<ChatMessage> {
  return vi.waitFor(
    () => {
      const answer = world
        .messages(chatId)
        .find(({ id, senderId }) => id > after && senderId === world.botId)
      if (answer === undefined) throw new Error('no answer yet')
      return answer
    },
    { timeout: 20_000, interval: 5 },
  )
}

/** Waits until something holds. */
export function until(holds: () => boolean): Promise<void> {
  return vi.waitFor(
    () => {
      if (!holds()) throw new Error('not yet')
    },
    { timeout: 20_000, interval: 5 },
  )
}

export function getButtons(message: ChatMessage): InlineButton[] {
  return message.keyboard.flat()
}

export function callbackData(message: ChatMessage, index: number): string {
  const data = getButtons(message).flatMap((button) =>
    'callback_data' in button ? [button.callback_data] : [],
  )[index]
  if (data === undefined) throw new Error('no such callback button')
  return data
}

export async function saveMember(
  { store, clock }: BotStage,
  telegramId: number,
  { language = 'en', mayMessage = true }: { language?: Language; mayMessage?: boolean } = {},
): Promise<StoredUser> {
  const profile = {
    telegramId: String(telegramId),
    firstName: 'Member',
    username: null,
    language,
    mayMessage,
  }
  return store.saveUser(profile, clock.now)
}

/** Proves a wallet for a member, the way the HTTP side does after it has checked the proof. */
export async function prove(
  { store, clock }: BotStage,
  userId: string,
  address = `0:${'ab'.repeat(32)}`,
): Promise<LinkOutcome> {
  return (await proveWallet(store, userId, sampleWallet({ address }), clock.now)).outcome
}

/** Links an account whose wallet has signed a text, the way the HTTP side does after it has checked the signature. */
export async function linkByText(
  { store, clock }: BotStage,
  userId: string,
  proven: ProvenWallet,
): Promise<StoredWallet> {
  const account = getAccount(proven)
  const attemptId = await sampleSigning(store, userId, { now: clock.now, account })
  const signed = proven.level === 'account' ? proven : ({ ...proven, binding: 'text' } as const)
  const link = sampleLink({ attemptId, userId }, signed)
  return linkedWallet(await store.linkWallet({ ...link, now: clock.now }))
}

export async function link(
  stage: BotStage,
  userId: string,
  address?: string,
): Promise<StoredWallet> {
  const outcome = await prove(stage, userId, address)
  if (outcome.outcome !== 'linked') throw new Error(outcome.outcome)
  return outcome.wallet
}

function recorded(api: Hono, calls: ApiCall[]): Hono {
  const app = new Hono()
  app.use('/:bot/:method', async (c, next) => {
    const request = c.req.raw.clone()
    const isForm = c.req.header('content-type')?.startsWith('multipart/form-data')
    const payload = isForm ? await readForm(request) : parseObject(await request.text())
    calls.push({ method: c.req.param('method'), payload })
    await next()
  })
  return app.route('/', api)
}

function parseObject(body: string): Record<string, unknown> {
  const value: unknown = body === '' ? {} : JSON.parse(body)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

async function openTemporaryStore() {
  const directory = await makeDatabaseFolder('clasp-bot-')
  const settings = {
    databaseUrl: await createSqliteDatabase(directory),
    dataKey: new Uint8Array(randomBytes(32)),
    delivers: false,
  }
  let open = await openStore(settings)
  let isOpen = true
  async function close(): Promise<void> {
    if (isOpen) await open.close()
    isOpen = false
  }
  onTestFinished(async () => {
    await close()
    await rm(directory, { recursive: true, force: true })
  })
  return {
    store: open,
    close,
    async reopen() {
      await close()
      open = await openStore(settings)
      isOpen = true
      return open
    },
  }
}
