import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBotApi } from '#demo/telegram/bot-api.ts'
import type { BotCall } from '#demo/telegram/call-log.ts'
import { tooManyRequests } from '#demo/telegram/faults.ts'
import { GROUP } from '#demo/telegram/people.ts'
import { createWorld, type TelegramWorld } from '#demo/telegram/world.ts'
import { fetchBotInfo } from '#server/bot/fetch-bot-info.ts'
import { composeBot } from '#server/compose-bot.ts'
import { createLog } from '#server/log/log.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import type { Poller } from '#server/process/poller.ts'
import { openStore, type StoreOptions } from '#server/store/open-store.ts'
import type { Store } from '#server/store/store.ts'
import { getConfig } from './get-config.ts'
import { listenHere } from './listen-here.ts'
import { linkSample, newRequest, sampleMember } from './store-samples.ts'

const BOT_TOKEN = '700100200:AAtestTESTtestTESTtestTESTtestTEST_-x'
const BOT_USERNAME = 'clasp_test_bot'
const MEMBERS_AT_ONCE = 50
/** How long it may take until the last answer is shown, in milliseconds. */
const TIMEOUT_MS = 60_000
const POLL_EVERY_MS = 10

export type CounterLoad = {
  answers: number
  /** The time over which the answers arrive evenly, in milliseconds. */
  overMs: number
  /** The Bot API answers 429 with this pause to the first edit and to every `each`th one after it. */
  refusal: { each: number; retryAfterS: number }
  /** The number of writing processes, each with a separate store on the database. */
  processes: number
  /** @default SQLite in a temporary folder */
  databaseUrl?: string
}

/** Times are Unix times in milliseconds, by the clock of the Bot API. */
export type LoadRecord = {
  /** Calls that wrote the message, in order. */
  sends: BotCall[]
  /** Calls that edited it, including refused ones, in order. */
  edits: BotCall[]
  /** When each answer was in the store. */
  answeredAt: number[]
  /** How long each answer took to be stored, in milliseconds. */
  answerMs: number[]
  /** The store's count at the end. */
  counted: number
  /** The text of the message at the end. */
  text: string
}

/** Many members answer a request in a group and the bot updates its counter. Telegram refuses some edits. */
export async function loadCounter(load: CounterLoad): Promise<LoadRecord> {
  const stop: (() => unknown)[] = []
  try {
    return await run(load, stop)
  } finally {
    for (const step of stop.toReversed()) await step()
  }
}

async function run(load: CounterLoad, stop: (() => unknown)[]): Promise<LoadRecord> {
  const world = createRealTimeWorld()
  stop.push(() => world.close())
  const { url: apiRoot, close } = await listenHere(createBotApi(world))
  stop.push(close)
  const stores = await openStores(load, stop)
  const [store] = stores
  if (store === undefined) throw new Error('one process at least')
  const members = await makeMembers(store, load.answers)
  const code = await makeRequest(store)
  const pollers = await Promise.all(stores.map((view) => startPosts(view, apiRoot)))
  stop.push(...pollers.map((poller) => () => poller.stop()))
  await untilShown(world, '0 answered')

  const refusal = tooManyRequests(load.refusal.retryAfterS)
  world.failNext('editMessageText', refusal)
  world.failEvery(load.refusal.each, 'editMessageText', refusal)
  const answers = await answerAll(members, { load, stores, pollers, code })
  await untilShown(world, `${new Intl.NumberFormat('en').format(load.answers)} answered`)
  return {
    ...answers,
    sends: [...world.calls.of('sendMessage')],
    edits: [...world.calls.of('editMessageText')],
    counted: await store.countAnswers(code),
    text: textIn(world),
  }
}

function createRealTimeWorld(): TelegramWorld {
  return createWorld({
    botToken: BOT_TOKEN,
    botUsername: BOT_USERNAME,
    appShortName: null,
    appUrl: 'https://app.example.com/',
    now: Date.now,
  })
}

async function openStores(
  { processes, databaseUrl }: CounterLoad,
  stop: (() => unknown)[],
): Promise<Store[]> {
  const directory = await mkdtemp(join(tmpdir(), 'clasp-counter-'))
  stop.push(() => rm(directory, { recursive: true, force: true }))
  const options: StoreOptions = {
    databaseUrl: databaseUrl ?? `file:${join(directory, 'clasp.db')}`,
    dataKey: Uint8Array.from(randomBytes(32)),
    delivers: false,
  }
  const stores: Store[] = []
  for (let opened = 0; opened < processes; opened += 1) {
    const store = await openStore(options)
    stop.push(() => store.close())
    stores.push(store)
  }
  return stores
}

type LoadMember = { userId: string; walletId: string }

async function makeMembers(store: Store, count: number): Promise<LoadMember[]> {
  const members: LoadMember[] = []
  let left = count
  async function work(): Promise<void> {
    while (left > 0) {
      left -= 1
      const { id: userId } = await sampleMember(store)
      const { id: walletId } = await linkSample(store, userId)
      members.push({ userId, walletId })
    }
  }
  await Promise.all(Array.from({ length: MEMBERS_AT_ONCE }, work))
  return members
}

async function makeRequest(store: Store): Promise<string> {
  const now = Date.now()
  const { id: userId } = await sampleMember(store)
  const chat = await store.saveChat({ telegramId: String(GROUP.id), title: GROUP.title }, now)
  const message = { language: 'en', threadId: null } as const
  const change = { now, expiresAt: now + 3_600_000, chat, message }
  const { code } = await store.createRequest(newRequest({ userId }, change))
  return code
}

/** The part of a bot that writes the messages about requests. */
async function startPosts(store: Store, apiRoot: string): Promise<Poller> {
  const config = getConfig({
    BOT_TOKEN,
    PUBLIC_URL: 'https://app.example.com',
    DATA_KEY: randomBytes(32).toString('hex'),
    EVM: 'off',
    TELEGRAM_API_ROOT: apiRoot,
  })
  const verdict = await fetchBotInfo(config.bot)
  if (!verdict.ok) throw new Error(verdict.reason)
  const { botInfo } = verdict
  const log = createLog('silent')
  const { notifiers } = composeBot({
    config,
    botInfo,
    store,
    metrics: createMetrics(),
    log,
    now: Date.now,
  })
  const [, posts] = notifiers
  posts.start()
  return posts
}

type Answering = { load: CounterLoad; stores: Store[]; pollers: Poller[]; code: string }

/** Each process writes its part of the answers and wakes only its own poller. */
async function answerAll(members: LoadMember[], answering: Answering) {
  const { load, stores, pollers, code } = answering
  const answeredAt: number[] = []
  const answerMs: number[] = []
  await Promise.all(
    members.map(async ({ userId, walletId }, index) => {
      await sleep((load.overMs * index) / members.length)
      const startedAt = performance.now()
      const turn = index % stores.length
      const given = await stores[turn]?.answerRequest({ code, userId, walletId }, Date.now())
      if (given?.outcome !== 'answered') throw new Error(`not answered: ${given?.outcome}`)
      pollers[turn]?.kick()
      answerMs.push(performance.now() - startedAt)
      answeredAt.push(Date.now())
    }),
  )
  return { answeredAt, answerMs }
}

async function untilShown(world: TelegramWorld, messages: string): Promise<void> {
  const timeout = Date.now() + TIMEOUT_MS
  while (!textIn(world).includes(messages)) {
    if (Date.now() > timeout) throw new Error(`the message says: ${textIn(world)}`)
    await sleep(POLL_EVERY_MS)
  }
}

function textIn(world: TelegramWorld): string {
  return world.messages(GROUP.id).find(({ senderId }) => senderId === world.botId)?.text ?? ''
}

/** Milliseconds between consecutive calls. */
export function gaps(calls: readonly { at: number }[]): number[] {
  return calls.slice(1).map(({ at }, index) => at - (calls[index]?.at ?? 0))
}

/** The number of answers that an edit shows. */
export function shownBy({ parameters }: BotCall): number {
  const [, digits = ''] = /([\d,]+) answered/.exec(String(parameters['text'])) ?? []
  return Number(digits.replaceAll(',', ''))
}
