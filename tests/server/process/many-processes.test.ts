// @module-tag full

import { prepareProof } from '#tests/support/prepare-proof.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import * as v from 'valibot'
import { PEOPLE } from '#demo/telegram/people.ts'
import type { TelegramWorld } from '#demo/telegram/world.ts'
import { openStore } from '#server/store/open-store.ts'
import type { Store } from '#server/store/store.ts'
import type { StoredUser } from '#server/store/database/stored.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { postgresDialect, runDialect } from '#tests/support/store-dialects.ts'
import { sampleAttempt, sampleLink, sampleProfile } from '#tests/support/store-samples.ts'
import { BOT_TOKEN, DOMAIN, PUBLIC_URL } from '#tests/support/test-server.ts'
import { startTelegramApi } from '#tests/support/telegram-api.ts'
import {
  getEvent,
  type ReceivedDelivery,
  startWebhookReceiver,
  type WebhookReceiver,
} from '#tests/support/webhook-receiver.ts'

const SECOND = 1_000
/** A lease of deliveries has ended by then. */
const LEASE_MS = 61 * SECOND
/** How many deliveries of the killed process the receiver still answers. */
const ANSWERED_BEFORE = 20
const TIMEOUT = { interval: 20, timeout: 20_000 }
const ADA_ID = PEOPLE[0]?.id ?? 0
/** Tries that one process has under way at the same time. */
const AT_ONCE = 64
const TELEGRAM_SECRET = 'webhook_secret-0123456789'
const DATA_KEY = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'

const dialect = runDialect(postgresDialect())

type CleanUp = () => unknown
type ProcessStage = Awaited<ReturnType<typeof setStage>>

/** One Postgres, one Telegram, one receiver of events, and as many servers as the test starts. */
async function setStage(onFinished: (cleanUp: CleanUp) => void) {
  const databaseUrl = await dialect.createDatabase()
  const { world, apiRoot, close } = await startTelegramApi({
    botToken: BOT_TOKEN,
    appUrl: `${PUBLIC_URL}/`,
  })
  onFinished(close)
  const receiver = await startWebhookReceiver()
  onFinished(() => receiver.close())
  const store = await openStore({
    databaseUrl,
    dataKey: Buffer.from(DATA_KEY, 'hex'),
    delivers: true,
  })
  onFinished(() => store.close())

  /** The name stands in the URL of the webhook, so that the receiver knows which process delivered. */
  async function startProcess(name: string): Promise<ServerProcess> {
    const server = await startServerProcess({
      BOT_TOKEN,
      PUBLIC_URL,
      DATA_KEY,
      DATABASE_URL: databaseUrl,
      EVM: 'off',
      BOT_MODE: 'webhook',
      TELEGRAM_WEBHOOK_SECRET: TELEGRAM_SECRET,
      TON_API_URL: 'http://127.0.0.1:9',
      TELEGRAM_API_ROOT: apiRoot,
      WEBHOOK_URL: `http://127.0.0.1:${receiver.port}/${name}`,
      WEBHOOK_SIGNING_SECRET: receiver.secret,
      WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
    })
    onFinished(() => server.stop())
    return server
  }

  const startPair = () => Promise.all([startProcess('one'), startProcess('other')])
  const untilDelivered = (count: number) =>
    vi.waitFor(
      async () => expect((await store.deliveryOverview()).counts.delivered).toBe(count),
      TIMEOUT,
    )

  return { databaseUrl, world, receiver, store, startPair, untilDelivered }
}

/** Members to whom the bot may not write, with this many wallets each, linked in this order. */
function linkMany(store: Store, members: number, walletsEach: number) {
  return Promise.all(
    Array.from({ length: members }, async () => {
      const member = await store.saveUser(sampleProfile({ mayMessage: false }), Date.now())
      const addresses: string[] = []
      for (let index = 0; index < walletsEach; index += 1) addresses.push(await link(store, member))
      return { id: member.id, addresses }
    }),
  )
}

async function link(store: Store, { id: userId }: StoredUser): Promise<string> {
  const now = Date.now()
  const attemptId = await sampleAttempt(store, userId, { now })
  const wanted = sampleLink({ attemptId, userId })
  await store.linkWallet({ ...wanted, now, consentExpiresAt: now + SECOND })
  return wanted.proven.address
}

/**
 * Lets one process deliver for a while and then stops answering it, so that it has tries under way
 * when it is killed. Answers the other one after that. Returns the ids of the hanging deliveries.
 */
function answerInTheMiddle(receiver: WebhookReceiver): Set<string> {
  const hung = new Set<string>()
  const held: (() => void)[] = []
  let answered = 0
  receiver.answers(({ id, path }) => (response) => {
    const answer = () => response.writeHead(204).end()
    if (path === '/other') {
      if (hung.size > 0) answer()
      else held.push(answer)
    } else if (answered < ANSWERED_BEFORE) {
      answered += 1
      answer()
    } else {
      hung.add(id)
      for (const release of held.splice(0)) release()
    }
  })
  return hung
}

const EventRowsSchema = v.array(
  v.object({ id: v.string(), user_id: v.string(), deliver_at: v.nullable(v.string()) }),
)

/** Whether every event that still has to arrive hangs, or waits behind one that hangs. */
async function waitsOnlyFor(hung: Set<string>, databaseUrl: string): Promise<boolean> {
  const { events } = await dialect.dump(databaseUrl)
  const waiting = v.parse(EventRowsSchema, events).filter(({ deliver_at }) => deliver_at !== null)
  const stuck = new Set(waiting.filter(({ id }) => hung.has(id)).map(({ user_id }) => user_id))
  return waiting.every(({ user_id }) => stuck.has(user_id))
}

/** A command of the first account, posted as Telegram posts it. */
async function postHelp(url: string, world: TelegramWorld, updateId: number): Promise<number> {
  const account = world.account(ADA_ID)
  if (!account) throw new Error('nobody there')
  const message = {
    message_id: updateId,
    date: 0,
    chat: world.wire.privateChat(account),
    from: world.wire.user(account),
    text: '/help',
    entities: [{ type: 'bot_command', offset: 0, length: 5 }],
  }
  const { status } = await fetch(`${url}/telegram/webhook`, {
    method: 'POST',
    headers: { 'x-telegram-bot-api-secret-token': TELEGRAM_SECRET },
    body: JSON.stringify({ update_id: updateId, message }),
  })
  return status
}

/** Signs in, proves a wallet and sends the proof to all servers together; returns their statuses in order. */
async function proveAtAll(servers: ServerProcess[], telegramId: number): Promise<number[]> {
  const [first] = servers
  if (!first) throw new Error('no server')
  const place = { url: first.url, domain: DOMAIN, botToken: BOT_TOKEN }
  const sendProof = await prepareProof(place, telegramId)
  const answers = await Promise.all(servers.map(({ url }) => sendProof(url)))
  return answers.map(({ status }) => status).toSorted((one, other) => one - other)
}

function getMember(delivery: ReceivedDelivery): string {
  return getEvent(delivery).data.user.id
}

function findAddress(delivery: ReceivedDelivery): string | undefined {
  const event = getEvent(delivery)
  return event.type === 'wallet.linked' ? event.data.wallet.address : undefined
}

/** Deliveries without those of events that had arrived before. */
function firstArrivals(deliveries: ReceivedDelivery[]): ReceivedDelivery[] {
  const seen = new Set<string>()
  return deliveries.filter(({ id }) => !seen.has(id) && seen.add(id))
}

describe('two processes on one database', () => {
  test('delivers every event in order when one process is killed, and only what it had leased twice', async () => {
    const { databaseUrl, store, receiver, startPair, untilDelivered } = await setStage((cleanUp) =>
      onTestFinished(async () => void (await cleanUp())),
    )
    const linked = await linkMany(store, 90, 3)
    const hung = answerInTheMiddle(receiver)
    const [killed, survivor] = await startPair()
    await vi.waitFor(async () => {
      expect(hung.size).toBeGreaterThan(0)
      expect(await waitsOnlyFor(hung, databaseUrl)).toBe(true)
    }, TIMEOUT)
    await killed.kill()

    await survivor.setClockAhead(LEASE_MS)
    await untilDelivered(270)
    const firsts = firstArrivals(receiver.deliveries)
    expect(firsts).toHaveLength(270)
    for (const { id, addresses } of linked) {
      const own = firsts.filter((delivery) => getMember(delivery) === id)
      expect(own.map(findAddress)).toEqual(addresses)
    }
    const repeated = receiver.deliveries.filter((delivery) => !firsts.includes(delivery))
    expect(new Set(repeated.map(({ id }) => id))).toEqual(hung)
    expect(repeated).toHaveLength(hung.size)
    expect(new Set(repeated.map(({ path }) => path))).toEqual(new Set(['/other']))
    expect(hung.size).toBeLessThanOrEqual(AT_ONCE)
    expect(receiver.deliveries.every(({ isVerified }) => isVerified)).toBe(true)
  }, 60_000)
})

describe('two processes that share a database', () => {
  const cleanUps: CleanUp[] = []
  let stage: ProcessStage
  let servers: ServerProcess[]
  beforeAll(async () => {
    stage = await setStage((cleanUp) => void cleanUps.push(cleanUp))
    servers = await stage.startPair()
  }, 30_000)
  afterAll(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp()
  })

  const textsToAda = () =>
    stage.world
      .messages(ADA_ID)
      .filter(({ senderId }) => senderId === stage.world.botId)
      .map(({ text }) => text)

  test('two processes notify a member of each wallet once', async () => {
    stage.world.grantWriteAccess(ADA_ID)
    const profile = sampleProfile({ telegramId: String(ADA_ID), mayMessage: true })
    const member = await stage.store.saveUser(profile, Date.now())
    await Promise.all(Array.from({ length: 5 }, () => link(stage.store, member)))
    await vi.waitFor(() => expect(textsToAda()).toHaveLength(5), TIMEOUT)
    await stage.untilDelivered(5)
    expect(new Set(textsToAda()).size).toBe(5)
  }, 30_000)

  test('two processes handle an update once that Telegram posts to both', async () => {
    const before = textsToAda().length
    const updateIds = Array.from({ length: 10 }, (_, index) => 1_000 + index)
    const posts = updateIds.flatMap((updateId) =>
      servers.map(({ url }) => postHelp(url, stage.world, updateId)),
    )
    expect(new Set(await Promise.all(posts))).toEqual(new Set([200]))
    await vi.waitFor(() => expect(textsToAda()).toHaveLength(before + updateIds.length), TIMEOUT)
    const [last = 0] = updateIds.slice(-1)
    await postHelp(servers[0]?.url ?? '', stage.world, last + 1)
    await vi.waitFor(
      () => expect(textsToAda()).toHaveLength(before + updateIds.length + 1),
      TIMEOUT,
    )
  })

  test('two processes link once for an attempt whose proof comes to both at the same time', async () => {
    const telegramIds = [11, 12, 13, 14, 15]
    const statuses = await Promise.all(telegramIds.map((id) => proveAtAll(servers, id)))
    expect(statuses).toEqual(telegramIds.map(() => [201, 409]))
    for (const telegramId of telegramIds) {
      const member = await stage.store.findUserByTelegramId(String(telegramId))
      expect(await stage.store.listWallets(member?.id ?? '')).toHaveLength(1)
      const events = await stage.store.listHostEvents({ after: 0, limit: 100 })
      expect(events.filter(({ event }) => event.userId === member?.id)).toHaveLength(1)
    }
  })
})
