import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { type Mock, onTestFinished, vi } from 'vitest'
import { createBotApi, readForm } from '#demo/telegram/bot-api.ts'
import { GROUP } from '#demo/telegram/people.ts'
import type { ChatMessage, InlineButton } from '#demo/telegram/snapshot.ts'
import { createWorld, type TelegramWorld } from '#demo/telegram/world.ts'
import type { WorldOptions } from '#demo/telegram/world-core.ts'
import type { ClaspBot } from '#server/bot/create-bot.ts'
import { fetchBotInfo } from '#server/bot/fetch-bot-info.ts'
import { composeBot } from '#server/compose-bot.ts'
import type { Environment } from '#server/config/environment.ts'
import type { Poller } from '#server/process/poller.ts'
import type { Multisigs } from '#server/multisig/multisigs.ts'
import { getTag } from '#server/notifications/get-tag.ts'
import { createJoins } from '#server/notifications/joins.ts'
import { createLog } from '#server/log/log.ts'
import { type Metrics, createMetrics } from '#server/metrics/metrics.ts'
import { openStore } from '#server/store/open-store.ts'
import type { LinkOutcome } from '#server/store/linking/link-wallet.ts'
import type { Store } from '#server/store/store.ts'
import type { StoredUser, StoredWallet } from '#server/store/database/stored.ts'
import type { Language } from '#shared/languages.ts'
import type { ProvenWallet } from '#shared/proven-wallet.ts'
import { listenForTest } from '#tests/support/listen-for-test.ts'
import {
  getAccount,
  linkedWallet,
  proveWallet,
  sampleLink,
  sampleSigning,
  sampleWallet,
} from '#tests/support/store-samples.ts'
import { getConfig } from '#tests/support/get-config.ts'
import { createTestDatabase } from '#tests/support/test-databases.ts'

export const BOT_TOKEN = '700100200:AAtestTESTtestTESTtestTESTtestTEST_-x'
export const BOT_USERNAME = 'clasp_test_bot'
export const PUBLIC_URL = 'https://app.example.com'
export const GROUP_ID = GROUP.id

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
  /** The bot of a new process. @param changes of what the operator has set */
  bot(changes?: Environment): ClaspBot
  /** Starts what sends the receipts of a new process, set as the last bot is. */
  startReceipts(): Poller
  /** Starts what writes the messages about requests: of the bot's process, or of a new one. */
  startPosts(changes?: Environment): Poller
  /** Starts what tells Telegram about who asks to join: of the bot's process, or of a new one. */
  startJoins(): Poller
  /** How often the last bot said that there are new events, and new posts. */
  kicks: { count: number; posts: number }
}

/** What an operator writes for a bot to which Telegram posts updates. */
export const WEBHOOK = {
  BOT_MODE: 'webhook',
  TELEGRAM_WEBHOOK_SECRET: 'webhook_secret-0123456789',
}
/** What an operator writes who offers EVM. */
export const WITH_EVM = { EVM: 'in-app', REOWN_PROJECT_ID: '0123456789abcdef0123456789abcdef' }

export async function setStage(options: Pick<WorldOptions, 'inlineMode'> = {}): Promise<BotStage> {
  const clock = { now: Date.UTC(2026, 10, 20, 12) }
  const now = () => clock.now
  const logLines: string[] = []
  const log = createLog('trace', { write: (line) => void logLines.push(line) })
  const calls: ApiCall[] = []
  const world = createWorld({
    botToken: BOT_TOKEN,
    botUsername: BOT_USERNAME,
    appShortName: 'app',
    appUrl: `${PUBLIC_URL}/`,
    now,
    ...options,
  })
  onTestFinished(() => world.close())
  const { url: apiRoot } = await listenForTest(recorded(createBotApi(world), calls))
  const verdict = await fetchBotInfo({ token: BOT_TOKEN, apiRoot })
  if (!verdict.ok) throw new Error(verdict.reason)
  const { botInfo } = verdict
  // A test counts what comes after the start.
  calls.length = 0
  const database = await openTemporaryStore()
  const metrics = createMetrics()
  /** Of the last bot; a new event kicks both. */
  let kicked: { receipts: Mock; posts: Mock } | undefined
  let settings: Environment = {}
  let botPosts: Poller | undefined
  let startBotJoins: (() => Poller) | undefined

  function compose(changes: Environment) {
    const config = getConfig({
      BOT_TOKEN,
      PUBLIC_URL,
      DATA_KEY: '01080f161d242b323940474e555c636a71787f868d949ba2a9b0b7bec5ccd3da',
      APP_SHORT_NAME: 'app',
      EVM: 'off',
      TELEGRAM_API_ROOT: apiRoot,
      ...changes,
    })
    const parts = { config, botInfo, store: stage.store, metrics, log, now, clock: now }
    const { bot, notifiers, tellJoins: telegram, useJoins, onEvent } = composeBot(parts)
    const joins = createJoins({ ...parts, telegram, multisigs: SILENT, getTag, onEvent })
    for (const part of [bot, ...notifiers, joins]) onTestFinished(() => part.stop())
    function startJoins(): Poller {
      useJoins(joins)
      joins.start()
      return joins
    }
    return { bot, receipts: notifiers[0], posts: notifiers[1], startJoins }
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
    metrics,
    logLines,
    get kicks() {
      const count = kicked?.receipts.mock.calls.length ?? 0
      return { count, posts: (kicked?.posts.mock.calls.length ?? 0) - count }
    },
    bot(changes = {}) {
      settings = changes
      const { bot, receipts, posts, startJoins } = compose(changes)
      botPosts = posts
      startBotJoins = startJoins
      kicked = { receipts: vi.spyOn(receipts, 'kick'), posts: vi.spyOn(posts, 'kick') }
      return bot
    },
    startReceipts() {
      const { receipts } = compose(settings)
      receipts.start()
      return receipts
    },
    startJoins: () => (startBotJoins ?? compose(settings).startJoins)(),
    startPosts(changes = {}) {
      const posts = botPosts ?? compose(changes).posts
      posts.start()
      return posts
    },
  }
  return stage
}

/** Chains that do not answer. */
const SILENT: Pick<Multisigs, 'refresh'> = {
  refresh: (multisig) => Promise.resolve({ multisig, state: 'unreachable' }),
}

/** A stage on which the bot is polling. */
export async function setPollingStage(changes: Environment = {}): Promise<BotStage> {
  const stage = await setStage()
  await stage.bot(changes).start()
  return stage
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
  const settings = {
    databaseUrl: await createTestDatabase(),
    dataKey: new Uint8Array(randomBytes(32)),
    delivers: false,
  }
  let open = await openStore(settings)
  let isOpen = true
  async function close(): Promise<void> {
    if (isOpen) await open.close()
    isOpen = false
  }
  onTestFinished(close)
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
