import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Hono } from 'hono'
import * as v from 'valibot'
import { createBotApi } from '#demo/telegram/bot-api.ts'
import { createTonChain } from '#demo/ton/chain.ts'
import { createToncenterRoutes } from '#demo/ton/toncenter-routes.ts'
import { connectToPostgres } from '#server/store/database/postgres-database.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { signInitData } from '../support/init-data.ts'
import { DURABLE } from '../support/postgres.ts'
import { createTonSigner } from '../support/ton-signer.ts'
import { newSigningSecret } from '../support/webhook-receiver.ts'
import {
  type BalancedServers,
  BOT_TOKEN,
  FIRST_ID,
  makeAccounts,
  openWorld,
  serve,
  startServers,
} from './balanced-servers.ts'
import { type Dialect, onEachDialect } from './dialects.ts'
import type { BuiltServer } from './start-built.ts'
import { quantile, seconds } from './statistics.ts'
import { after } from './undoing.ts'

/*
 * Two processes on a Postgres of their own at a share of what they can do, for an hour: members link wallets, all members
 * poll, one process dies by SIGKILL each minute, and each upstream is out for a sixth of the time, one after the other. Every
 * fourth wallet is a Wallet in Telegram, whose key the chain knows.
 * `npm run bench:soak [-- --minutes 60 --share 0.6 --members 10000]`. Prints a line a minute; the exit code is
 * 1 if something that was acknowledged is lost.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    share: { type: 'string', default: '0.6' },
    members: { type: 'string', default: '10000' },
  },
})
const MINUTE_MS = 60_000
const LENGTH_MS = Number(values.minutes) * MINUTE_MS
/** So many ask each five minutes. */
const MEMBERS = Number(values.members)
/** So many link, those who ask among them: an hour would give each of these more than the ten wallets that one may have. */
const LINKING_MEMBERS = 4 * MEMBERS
/** How often each member polls, in milliseconds. */
const POLL_MS = 5 * MINUTE_MS
/** How long the capacity is measured, and by how many at once. */
const MEASURED_MS = 20_000
const AT_ONCE = 16
/** How often due calls are started, in milliseconds, and how many may be under way. */
const TICK_MS = 20
const MAX_UNDER_WAY = 400
/** How long before the end of a minute the processes are looked at: at its end one dies. */
const BEFORE_DEATH_MS = 2_000
/** A call that meets a dead process is made again, after this pause and for so long, in milliseconds. */
const RETRY_MS = 200
const GIVE_UP_MS = 60_000
/** How long receipts and deliveries may take after the end, in milliseconds. */
const SETTLE_MS = 5 * MINUTE_MS
/** Each is out for a sixth of the time, with an eighth of calm before, between and after. */
const UPSTREAMS = ['Telegram', 'the receiver', 'the chain'] as const
const OUT_SHARE = 1 / 6
const CALM_SHARE = 1 / 8
type SoakUpstream = (typeof UPSTREAMS)[number]

const Text = v.optional(v.string(), '')
const CHAIN_IS_OUT = 'ton-chain-unreachable' satisfies ProblemCode
const AnswerSchema = v.object({ token: Text, id: Text, payload: Text, state: Text, code: Text })
type SoakSample = { ms: number; retries: number }

const tokens = new Map<number, Promise<string>>()
/** Addresses of wallets whose link was answered with success. */
const acknowledged = new Set<string>()
const links: SoakSample[] = []
const polls: SoakSample[] = []
let failed = 0
/** Links whose key no chain said, and whose member read that. */
let refused = 0
let wallets = 0
/** Of so many wallets, one is a Wallet in Telegram. */
const WALLETS_TO_ONE_OF_TELEGRAM = 4

async function soak({ create }: Dialect): Promise<void> {
  const outage: { of: SoakUpstream | null } = { of: null }
  const accepted: string[] = []
  const databaseUrl = await create('soak')
  const api = createBotApi(openWorld(makeAccounts(LINKING_MEMBERS, 'allowed')))
  const toncenter = createToncenterRoutes(await createTonChain())
  const receiver = await serve(whileIn('the receiver', outage, createReceiver(accepted)))
  const { publicUrl, servers, killEachMinute } = await startServers(2, {
    DATABASE_URL: databaseUrl,
    TON_API_URL: await serve(whileIn('the chain', outage, toncenter)),
    TELEGRAM_API_ROOT: await serve(whileIn('Telegram', outage, api)),
    WEBHOOK_URL: `${receiver}/events`,
    WEBHOOK_SIGNING_SECRET: newSigningSecret(),
    WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
  })

  await openSessions(publicUrl)
  let end = Number.POSITIVE_INFINITY
  const isOver = () => Date.now() >= end
  const polling = keepPace((MEMBERS * 1_000) / POLL_MS, isOver, (count) =>
    poll(publicUrl, FIRST_ID + (count % MEMBERS)),
  )
  const capacity = await measureCapacity(publicUrl)
  const perSecond = capacity * Number(values.share)
  console.log(
    `${capacity.toFixed(0)} links/s at most beside the polls, so ${perSecond.toFixed(0)} from now on`,
  )
  end = Date.now() + LENGTH_MS
  const [deaths] = await Promise.all([
    killEachMinute(isOver),
    polling,
    keepPace(perSecond, isOver, (count) => link(publicUrl, FIRST_ID + (count % LINKING_MEMBERS))),
    watch({ servers, outage, end }),
  ])
  outage.of = null
  console.log(`${deaths.length} processes killed; the end is judged`)
  await judge(databaseUrl, accepted)
}

function whileIn(name: SoakUpstream, outage: { of: SoakUpstream | null }, app: Hono): Hono {
  return new Hono().all('*', (c) =>
    outage.of === name ? c.text('out', 503) : app.fetch(c.req.raw),
  )
}

/** Takes every event. @param accepted gets the ids, in their order */
function createReceiver(accepted: string[]): Hono {
  return new Hono().post('*', (c) => {
    accepted.push(c.req.header('webhook-id') ?? '')
    return c.body(null, 204)
  })
}

async function openSessions(publicUrl: string): Promise<void> {
  const workers = Array.from({ length: AT_ONCE }, async (_, worker) => {
    for (let member = worker; member < MEMBERS; member += AT_ONCE)
      await poll(publicUrl, FIRST_ID + member)
  })
  await Promise.all(workers)
}

/** Links a second, as many at once as keep the machine busy: with their sessions, receipts and deliveries, and with all who ask. */
async function measureCapacity(publicUrl: string): Promise<number> {
  const end = Date.now() + MEASURED_MS
  const before = acknowledged.size
  const workers = Array.from({ length: AT_ONCE }, async (_, worker) => {
    for (let count = 0; Date.now() < end; count += 1)
      await link(publicUrl, FIRST_ID + ((worker + count * AT_ONCE) % LINKING_MEMBERS))
  })
  await Promise.all(workers)
  links.length = 0
  polls.length = 0
  return ((acknowledged.size - before) * 1_000) / MEASURED_MS
}

/** Starts the work so often, whether or not the earlier one has ended; what would pile up is left out. */
async function keepPace(
  perSecond: number,
  isOver: () => boolean,
  work: (count: number) => Promise<void>,
): Promise<void> {
  const beganAt = Date.now()
  const underWay = new Set<Promise<void>>()
  for (let count = 0; !isOver(); await sleep(TICK_MS)) {
    const due = Math.floor(((Date.now() - beganAt) / 1_000) * perSecond)
    for (; count < due; count += 1) {
      if (underWay.size >= MAX_UNDER_WAY) continue
      const done = work(count)
        .catch(() => void (failed += 1))
        .finally(() => underWay.delete(done))
      underWay.add(done)
    }
  }
  await Promise.all(underWay)
}

async function link(publicUrl: string, member: number): Promise<void> {
  const { id, payload } = await call(publicUrl, member, 'POST', '/api/attempts', { family: 'ton' })
  wallets += 1
  const kind = wallets % WALLETS_TO_ONE_OF_TELEGRAM === 0 ? 'WalletTg' : 'v5r1'
  const signer = createTonSigner({ kind, seed: randomBytes(32), network: '-239' })
  const terms = { domain: new URL(publicUrl).host, timestamp: Math.floor(Date.now() / 1_000) }
  const proof = signer.sign({ ...terms, payload })
  const startedAt = performance.now()
  const { state, code, retries } = await call(
    publicUrl,
    member,
    'POST',
    `/api/attempts/${id}/proof`,
    proof,
  )
  if (code === CHAIN_IS_OUT) return void (refused += 1)
  // A process that died after its commit has spent the nonce: the attempt says what became of it.
  const outcome =
    state === '' ? await call(publicUrl, member, 'GET', `/api/attempts/${id}`) : { state }
  if (outcome.state !== 'linked') throw new Error(`not linked: ${outcome.state}`)
  links.push({ ms: performance.now() - startedAt, retries })
  acknowledged.add(signer.address)
}

async function poll(publicUrl: string, member: number): Promise<void> {
  const startedAt = performance.now()
  const { retries } = await call(publicUrl, member, 'GET', '/api/me')
  polls.push({ ms: performance.now() - startedAt, retries })
}

/**
 * What a call was answered with: nothing but empty texts where the attempt was settled before, and `code` where no chain
 * answers.
 */
async function call(
  publicUrl: string,
  member: number,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<v.InferOutput<typeof AnswerSchema> & { retries: number }> {
  const giveUpAt = Date.now() + GIVE_UP_MS
  for (let retries = 0; Date.now() < giveUpAt; retries += 1) {
    const token = await (tokens.get(member) ?? openSession(publicUrl, member))
    const answer = await send(`${publicUrl}${path}`, {
      member,
      method,
      token: `Bearer ${token}`,
      body,
    })
    if (answer !== null) {
      const { ok, status } = answer
      const said = v.parse(AnswerSchema, await answer.json().catch(() => ({})))
      if (ok || status === 409 || said.code === CHAIN_IS_OUT) return { ...said, retries }
      if (status === 401) tokens.delete(member)
      else if (status < 500) throw new Error(`${path}: ${status}`)
    }
    await sleep(RETRY_MS)
  }
  throw new Error(`${path} was not answered`)
}

function openSession(publicUrl: string, member: number): Promise<string> {
  const user = { id: member, first_name: 'Member', allows_write_to_pm: true }
  const initData = signInitData({
    botToken: BOT_TOKEN,
    user,
    authDate: Math.floor(Date.now() / 1_000),
  })
  const request = { member, method: 'POST', token: `tma ${initData}` } as const
  const opening = send(`${publicUrl}/api/session`, request).then(async (answer) => {
    if (answer?.ok === true) return v.parse(AnswerSchema, await answer.json()).token
    tokens.delete(member)
    return ''
  })
  tokens.set(member, opening)
  return opening
}

type SoakCall = { member: number; method: 'GET' | 'POST'; token: string; body?: unknown }

/** Null where nobody answered. */
function send(url: string, { member, method, token, body }: SoakCall): Promise<Response | null> {
  const address = [10, member >> 16, member >> 8, member].map((part) => part & 255).join('.')
  return fetch(url, {
    method,
    headers: {
      authorization: token,
      'content-type': 'application/json',
      'x-forwarded-for': address,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => null)
}

type WatchedServers = Pick<BalancedServers, 'servers'> & {
  outage: { of: SoakUpstream | null }
  end: number
}

/** Takes upstreams away and prints a line a minute. */
async function watch({ servers, outage, end }: WatchedServers): Promise<void> {
  console.log(
    '| minute | out | links/s | p50 | p99 | again | refused | poll p99 | failed | MiB | files |',
  )
  console.log('| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
  const beganAt = end - LENGTH_MS
  for (let minute = 1; minute <= LENGTH_MS / MINUTE_MS; minute += 1) {
    outage.of = whoIsOut(((minute - 1) * MINUTE_MS) / LENGTH_MS)
    const endsAt = beganAt + minute * MINUTE_MS
    await sleep(endsAt - BEFORE_DEATH_MS - Date.now())
    const used = await Promise.all([...servers].map(readUse))
    await sleep(endsAt - Date.now())
    const [linked, polled] = [links.splice(0), polls.splice(0)]
    const cells = [
      minute,
      outage.of ?? '',
      (linked.length / 60).toFixed(1),
      ...[0.5, 0.99].map((share) => time(linked, share)),
      linked.filter(({ retries }) => retries > 0).length,
      refused,
      time(polled, 0.99),
      failed,
      used.map(({ mebibytes }) => mebibytes).join(', '),
      used.map(({ files }) => files).join(', '),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

/** @param share of the time that has passed, from 0 up to 1 */
function whoIsOut(share: number): SoakUpstream | null {
  const period = CALM_SHARE + OUT_SHARE
  const isCalm = share % period < CALM_SHARE
  return isCalm ? null : (UPSTREAMS[Math.floor(share / period)] ?? null)
}

const time = (samples: readonly SoakSample[], share: number) =>
  `${quantile(
    samples.map(({ ms }) => ms),
    share,
  ).toFixed(0)} ms`

/** Memory that a process holds, and its open descriptors. Linux alone says. */
async function readUse({ pid }: BuiltServer): Promise<{ mebibytes: string; files: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const kibibytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
  return {
    mebibytes: (kibibytes / 1_024).toFixed(0),
    files: (await readdir(`/proc/${pid}/fd`)).length,
  }
}

/** Nothing acknowledged is lost, every event was accepted, and how many were sent again. */
async function judge(databaseUrl: string, accepted: readonly string[]): Promise<void> {
  const database = connectToPostgres(databaseUrl)
  after(() => database.destroy())
  const readWaiting = () =>
    database
      .selectFrom('events')
      .select('id')
      .where((event) =>
        event.or([event('notify_at', 'is not', null), event('deliver_at', 'is not', null)]),
      )
      .execute()
  const beganAt = Date.now()
  while ((await readWaiting()).length > 0 && Date.now() < beganAt + SETTLE_MS) await sleep(RETRY_MS)
  const settledMs = Date.now() - beganAt
  const wallets = await database.selectFrom('wallets').select('address').execute()
  const stored = new Set(wallets.map(({ address }) => address))
  const lost = [...acknowledged].filter((address) => !stored.has(address))
  const events = await database.selectFrom('events').select('id').execute()
  const arrived = new Set(accepted)
  const missing = events.filter(({ id }) => !arrived.has(id))
  const waiting = await readWaiting()
  console.log(
    [
      `acknowledged links      ${acknowledged.size}, of these lost ${lost.length}`,
      `events                  ${events.length}, of these never accepted ${missing.length}`,
      `sent again              ${accepted.length - arrived.size}`,
      `receipts and deliveries ended ${seconds(settledMs)} after the last link; ${waiting.length} still wait`,
    ].join('\n'),
  )
  if (lost.length + missing.length + waiting.length > 0) process.exitCode = 1
}

await onEachDialect(soak, { only: 'postgres', postgres: DURABLE })
process.exit()
