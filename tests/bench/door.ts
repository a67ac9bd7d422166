import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Hono } from 'hono'
import { sql } from 'kysely'
import * as v from 'valibot'
import { openSession } from '#shared/api/open-session.ts'
import type { DoorRule } from '#shared/door-rule.ts'
import { createBotApi } from '#demo/telegram/bot-api.ts'
import { ADA, COUNCIL } from '#demo/telegram/people.ts'
import type { TelegramAccount } from '#demo/telegram/snapshot.ts'
import type { TelegramWorld } from '#demo/telegram/world.ts'
import { connectToPostgres } from '#server/store/database/postgres-database.ts'
import { signInitData } from '../support/init-data.ts'
import { ANY_WALLET } from '../support/join-samples.ts'
import { sampleTonMultisig } from '../support/multisig-samples.ts'
import { DURABLE } from '../support/postgres.ts'
import { prepareProof } from '../support/prepare-proof.ts'
import { linkSample, sampleProfile } from '../support/store-samples.ts'
import {
  BOT_TOKEN,
  type Death,
  makeAccounts,
  openWorld,
  serve,
  startServers,
} from './balanced-servers.ts'
import { openBenchStore } from './bench-store.ts'
import { type Dialect, onEachDialect } from './dialects.ts'
import { quantile } from './statistics.ts'
import { after } from './undoing.ts'

/*
 * A storm at the door of a group: every second person has a linked wallet and is to be let in, the others have none. A server
 * dies by SIGKILL each minute and starts again. `npm run bench:door [-- --requests 10000 --minutes 30]`:
 * one process on SQLite, or with `--postgres` two on a Postgres of its own, of which one dies. A balancer passes the updates
 * on to who lives. With `--dead-chain` the door asks for an owner of a multisig whose chain is silent: nobody is let in.
 */

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: '30' },
    postgres: { type: 'boolean', default: false },
    'dead-chain': { type: 'boolean', default: false },
  },
})
const REQUESTS = Number(values.requests)
const OVER_MS = Number(values.minutes) * 60_000
/** How often the world is looked at, and for how long after the last request, in milliseconds. */
const LOOK_MS = 20
const GRACE_MS = 60_000
const HOUR_MS = 60 * 60_000
/** Links that warm the server, and that are measured without a storm beside. */
const WARM_LINKS = 1_000
const CALM_LINKS = 300
/** How many calls of a kind Telegram takes in a second. */
const RATE = 30
/** After that Telegram leaves a request to administrators, in milliseconds. */
const QUERY_TIMEOUT_MS = 10_000
/** Members who link wallets beside the storm have the ids from this one on. */
const FIRST_LINKING_ID = 900_000_000

type Asker = { account: TelegramAccount; isProven: boolean }
type TimedAsker = Asker & { askedAt: number; answeredMs: number | null; isSettled: () => boolean }

const askers = makeAccounts(REQUESTS, 'none').map((account, index): Asker => ({
  account,
  isProven: index % 2 === 0,
}))

async function measure({ create }: Dialect): Promise<void> {
  const databaseUrl = await create('door')
  const rule = await prepare(databaseUrl)
  const world = openWorld(askers.map(({ account }) => account))
  const told = new Map<string, number>()
  const { publicUrl, killEachMinute } = await startServers(values.postgres ? 2 : 1, {
    DATABASE_URL: databaseUrl,
    TELEGRAM_API_ROOT: await serve(countAnswers(createBotApi(world), told)),
  })
  await setDoor(world, publicUrl, rule)
  for (const method of ['answerChatJoinRequestQuery', 'sendChatJoinRequestWebApp'])
    world.limitRate(method, RATE)

  const linkUpTo = (count: number) => measureLinks(publicUrl, (links) => links >= count)
  await linkUpTo(WARM_LINKS)
  const countWrites = openWritesCount(databaseUrl)
  const [writes, calm] = await countWrites(() => linkUpTo(CALM_LINKS))
  const storm = { isOver: false }
  const isOver = () => storm.isOver
  const beside = [measureLinks(publicUrl, isOver), killEachMinute(isOver)] as const
  const [stormWrites, [asked, during, deaths]] = await countWrites(async () => {
    const everybody = await askAll(world)
    storm.isOver = true
    return [everybody, ...(await Promise.all(beside))] as const
  })
  const writesEach = (stormWrites - (writes / calm.length) * during.length) / asked.length
  print({ writesEach, asked, told, calm, during, deaths, members: new Set(membersOf(world)) })
}

let lastId = FIRST_LINKING_ID

/** Members link wallets one after another. How long each proof took to be judged, in milliseconds; what failed is left out. */
async function measureLinks(url: string, isOver: (links: number) => boolean): Promise<number[]> {
  const place = { url, domain: new URL(url).host, botToken: BOT_TOKEN }
  const times: number[] = []
  while (!isOver(times.length)) {
    try {
      const send = await prepareProof(place, (lastId += 1))
      const startedAt = performance.now()
      const { status } = await send(url)
      if (status === 201) times.push(performance.now() - startedAt)
    } catch {
      // The server was killed meanwhile.
    }
  }
  return times
}

/**
 * Counts the transactions of the database that write while something is done: only those are numbered. NaN on SQLite.
 */
function openWritesCount(databaseUrl: string) {
  const database = values.postgres ? connectToPostgres(databaseUrl) : null
  after(() => database?.destroy())
  const next = database?.selectNoFrom(
    sql<number>`pg_snapshot_xmax(pg_current_snapshot())::text::bigint`.as('number'),
  )
  const read = async () => (await next?.executeTakeFirst())?.number ?? NaN
  return async <Result>(work: () => Promise<Result>): Promise<[number, Result]> => {
    const before = await read()
    const result = await work()
    return [(await read()) - before, result]
  }
}

const membersOf = (world: TelegramWorld) => world.chats.find(COUNCIL.id)?.members ?? []

/** Counts how often a request was answered for good, by its query or by its person. */
function countAnswers(api: Hono, told: Map<string, number>): Hono {
  return new Hono().all('*', async (c) => {
    const isAnswer = /(?:answer|approve|decline)ChatJoinRequest/.test(c.req.path)
    const sent = isAnswer ? await c.req.raw.clone().text() : ''
    const reply = await api.fetch(c.req.raw)
    if (isAnswer && reply.ok) told.set(sent, (told.get(sent) ?? 0) + 1)
    return reply
  })
}

/** Links every second person's wallet. Answers the rule of the door. */
async function prepare(databaseUrl: string): Promise<DoorRule> {
  const store = await openBenchStore(databaseUrl)
  try {
    for (const { account, isProven } of askers) {
      if (!isProven) continue
      const names = { firstName: account.firstName, username: null, mayMessage: null }
      const profile = sampleProfile({ telegramId: String(account.id), ...names })
      await linkSample(store, (await store.saveUser(profile, Date.now())).id)
    }
    if (!values['dead-chain']) return ANY_WALLET
    const { id: multisigId } = await store.saveMultisig(sampleTonMultisig(), Date.now() - HOUR_MS)
    return { kind: 'owner', multisigId }
  } finally {
    await store.close()
  }
}

/** Ada writes `/door` in the group and sets its rule. */
async function setDoor(world: TelegramWorld, publicUrl: string, rule: DoorRule): Promise<void> {
  world.sendText({ accountId: ADA, chatId: COUNCIL.id, text: '/door' })
  const findCode = () => /d1_([\w-]{22})/.exec(JSON.stringify(world.messages(COUNCIL.id)))?.[1]
  let code = findCode()
  while (code === undefined) {
    await sleep(LOOK_MS)
    code = findCode()
  }
  const authDate = Math.floor(Date.now() / 1_000)
  const user = { id: ADA, first_name: 'Ada', language_code: 'en' }
  const initData = signInitData({ botToken: BOT_TOKEN, user, authDate })
  const call = (method: string, path: string, authorization: string, body?: unknown) =>
    fetch(`${publicUrl}${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const session = await call('POST', openSession.path, `tma ${initData}`)
  const { token } = v.parse(openSession.response, await session.json())
  const body = { version: null, rule, tags: false }
  const set = await call('PUT', `/api/doors/${code}`, `Bearer ${token}`, body)
  if (!set.ok) throw new Error(`the door was not set: ${await set.text()}`)
}

/** Everybody asks, evenly over the time; each is then looked at until Telegram was answered. */
async function askAll(world: TelegramWorld): Promise<TimedAsker[]> {
  const asked: TimedAsker[] = []
  const waiting = new Set<TimedAsker>()
  const beganAt = Date.now()
  const last = beganAt + OVER_MS + GRACE_MS
  for (let next = 0; Date.now() < last; await sleep(LOOK_MS)) {
    const due = Math.min(REQUESTS, Math.floor(((Date.now() - beganAt) / OVER_MS) * REQUESTS))
    for (; next < due; next += 1) {
      const asker = askers[next]
      if (asker !== undefined) note(ask(world, asker))
    }
    const members = new Set(membersOf(world))
    for (const one of waiting) {
      if (!members.has(one.account.id) && !one.isSettled()) continue
      one.answeredMs = Date.now() - one.askedAt
      waiting.delete(one)
    }
    if (next === REQUESTS && waiting.size === 0 && areAllIn(members)) break
  }
  return asked

  function note(one: TimedAsker): void {
    asked.push(one)
    waiting.add(one)
  }
}

function areAllIn(members: ReadonlySet<number>): boolean {
  return askers.every((asker) => !isToBeLetIn(asker) || members.has(asker.account.id))
}

const isToBeLetIn = ({ isProven }: Asker) => isProven && !values['dead-chain']

function ask(world: TelegramWorld, asker: Asker): TimedAsker {
  world.askToJoin({ accountId: asker.account.id, chatId: COUNCIL.id })
  const request = world.joins.at(-1)
  const isSettled = () => request?.state !== 'asked'
  return { ...asker, askedAt: Date.now(), answeredMs: null, isSettled }
}

type Result = {
  /** Write transactions a request. */
  writesEach: number
  asked: readonly TimedAsker[]
  told: ReadonlyMap<string, number>
  calm: readonly number[]
  during: readonly number[]
  deaths: readonly Death[]
  members: ReadonlySet<number>
}

function print({ writesEach, asked, told, calm, during, deaths, members }: Result): void {
  const timely = asked.filter(({ answeredMs }) => (answeredMs ?? Infinity) < QUERY_TIMEOUT_MS)
  const calmly = timely.filter((one) => !deaths.some((death) => meets(one, death)))
  const late = asked.filter(({ answeredMs }) => (answeredMs ?? 0) >= QUERY_TIMEOUT_MS)
  const proven = asked.filter(isToBeLetIn)
  const isIn = ({ account }: Asker) => members.has(account.id)
  const lines = [
    `requests                ${asked.length} in ${OVER_MS / 60_000} min, ${deaths.length} servers killed`,
    `nobody answered for     ${deaths.map(({ from, to }) => ms(to - from)).join(', ')}`,
    `the bot’s first answer  ${describeTimes(timely)}`,
    `of these met no death   ${describeTimes(calmly)}`,
    `queued by Telegram      ${late.length}, as no server lived for 10 s`,
    `let in                  ${proven.filter(isIn).length} of ${proven.length}`,
    `let in without a proof  ${asked.filter((one) => !isToBeLetIn(one) && isIn(one)).length}`,
    `lost                    ${asked.filter(({ answeredMs }) => answeredMs === null).length}`,
    `answered twice          ${[...told.values()].filter((count) => count > 1).length}`,
    `write transactions      ${writesEach.toFixed(1)} a request (Postgres)`,
    `a link takes            ${ms(quantile(calm, 0.5))} without the storm, ${ms(quantile(during, 0.5))} beside it (median of ${during.length})`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Whether it waited while nobody answered. */
function meets({ askedAt, answeredMs }: TimedAsker, { from, to }: Death): boolean {
  return askedAt <= to && askedAt + (answeredMs ?? 0) >= from
}

function describeTimes(answered: readonly TimedAsker[]): string {
  const times = answered.map(({ answeredMs }) => answeredMs ?? 0)
  const [median, p99, last] = [0.5, 0.99, 1].map((share) => ms(quantile(times, share)))
  return `${times.length}: ${median} median, ${p99} p99, ${last} at most`
}

const ms = (time: number) => `${time.toFixed(0)} ms`

await onEachDialect(measure, {
  only: values.postgres ? 'postgres' : 'sqlite',
  postgres: DURABLE,
})
