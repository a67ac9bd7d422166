import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { stream } from 'hono/streaming'
import type { StreamingApi } from 'hono/utils/stream'
import * as v from 'valibot'
import type { WalletMoment } from '#demo/telegram/story-contract.ts'

/** Longest time a message may wait for its receiver, in seconds. */
const MAX_TTL_S = 300
const HEARTBEAT_MS = 10_000
const SECOND_MS = 1_000

const ClientIdSchema = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/i), v.toLowerCase())
const Integer = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))
const EventsSchema = v.object({
  client_id: v.pipe(
    v.string(),
    v.transform((ids) => ids.split(',')),
    v.array(ClientIdSchema),
  ),
  last_event_id: v.optional(Integer, '0'),
  heartbeat: v.optional(v.picklist(['legacy', 'message']), 'legacy'),
})
const MessageSchema = v.object({
  client_id: ClientIdSchema,
  to: ClientIdSchema,
  ttl: v.pipe(Integer, v.maxValue(MAX_TTL_S, `ttl is at most ${MAX_TTL_S} s`)),
  trace_id: v.optional(v.string()),
  /** The method that an app requests; wallets name none. */
  topic: v.optional(v.string()),
})
const BodySchema = v.pipe(v.string(), v.minLength(1), v.base64())

export type Bridge = {
  /** `GET /events` and `POST /message`, to be mounted where the wallets list says the bridge is. */
  app: Hono
  /** Ends every open stream. */
  close(): void
}

type BridgeOptions = {
  now: () => number
  /** Time between two signs of life on an open stream, in milliseconds. Default 10 s. */
  heartbeatMs?: number
  /** Whoever listens waits for a wallet. A message without a topic is a wallet's answer. */
  onWallet?: (moment: WalletMoment) => void
}

/**
 * HTTP bridge of TON Connect v2: it queues encrypted messages between apps and wallets.
 *
 * @see https://github.com/ton-blockchain/ton-connect/blob/main/bridge.md
 */
export function createBridge(options: BridgeOptions): Bridge {
  const { now, heartbeatMs = HEARTBEAT_MS, onWallet } = options
  const mailbox = createMailbox(now)
  const ends = new Set<() => void>()
  const app = new Hono()
  app.use(cors({ origin: '*' }))

  app.get('/events', (c) => {
    const query = v.safeParse(EventsSchema, withLastEventId(c))
    if (!query.success) return refuse(c, query.issues[0].message)
    onWallet?.('asked')
    c.header('content-type', 'text/event-stream')
    c.header('cache-control', 'no-cache')
    return stream(c, async (out) => {
      const ended = new Promise<void>((end) => {
        ends.add(end)
        out.onAbort(() => {
          ends.delete(end)
          end()
        })
      })
      await deliver(out, ended, {
        mailbox,
        receivers: new Set(query.output.client_id),
        afterId: query.output.last_event_id,
        heartbeat: { text: HEARTBEATS[query.output.heartbeat], everyMs: heartbeatMs },
      })
    })
  })

  app.post('/message', async (c) => {
    const query = v.safeParse(MessageSchema, c.req.query())
    if (!query.success) return refuse(c, query.issues[0].message)
    const body = v.safeParse(BodySchema, await c.req.text())
    if (!body.success) return refuse(c, 'the body is not base64')
    const { client_id: from, to, ttl, trace_id: traceId, topic } = query.output
    if (topic === undefined) onWallet?.('answered')
    const data = JSON.stringify({ from, message: body.output, trace_id: traceId })
    mailbox.post({ to, data, ttlMs: ttl * SECOND_MS })
    return c.json({ message: 'OK', statusCode: 200 })
  })

  return { app, close: () => ends.forEach((end) => end()) }
}

/** The header that a browser sends when it reconnects wins over the address that it first opened. */
function withLastEventId(c: Context): Record<string, string> {
  const header = c.req.header('last-event-id')
  return header ? { ...c.req.query(), last_event_id: header } : c.req.query()
}

function refuse(c: Context, message: string): Response {
  return c.json({ message, statusCode: 400 }, 400)
}

type Subscription = {
  mailbox: Mailbox
  receivers: ReadonlySet<string>
  afterId: number
  heartbeat: { text: string; everyMs: number }
}

const HEARTBEATS = {
  legacy: 'event: heartbeat\n\n',
  message: 'event: message\ndata: heartbeat\n\n',
}

/** Writes letters and signs of life until `ended` resolves. */
async function deliver(
  out: StreamingApi,
  ended: Promise<void>,
  { mailbox, heartbeat, ...receiver }: Subscription,
): Promise<void> {
  const send = (text: string): void => void out.write(text)
  send('\n')
  const unsubscribe = mailbox.subscribe({
    ...receiver,
    onLetter: (letter) => send(formatLetter(letter)),
  })
  const timer = setInterval(() => send(heartbeat.text), heartbeat.everyMs)
  await ended
  clearInterval(timer)
  unsubscribe()
}

function formatLetter({ id, data }: BridgeMessage): string {
  return `event: message\nid: ${id}\ndata: ${data}\n\n`
}

/** A message on the bridge. `id` grows over all receivers; `data` is the JSON that a receiver reads. */
type BridgeMessage = { id: number; to: string; data: string }

type StoredBridgeMessage = BridgeMessage & { expiresAt: number }
type Subscriber = { receivers: ReadonlySet<string>; onLetter: (letter: BridgeMessage) => void }

type Mailbox = {
  /** @param letter.ttlMs how long it waits for its receiver, in milliseconds */
  post(letter: { to: string; data: string; ttlMs: number }): void
  /**
   * Hands over the letters that wait, then each new one as it comes. Letters stay until they
   * expire, so that a receiver can resume after the last id that it saw.
   */
  subscribe(subscriber: Subscriber & { afterId: number }): () => void
}

function createMailbox(now: () => number): Mailbox {
  const subscribers = new Set<Subscriber>()
  let letters: StoredBridgeMessage[] = []
  let lastId = 0

  return {
    post: ({ to, data, ttlMs }) => {
      // Receivers remember the last id beyond our life, so ids never start over.
      lastId = Math.max(lastId + 1, now())
      const letter = { id: lastId, to, data, expiresAt: now() + ttlMs }
      letters = [...letters.filter(({ expiresAt }) => expiresAt > now()), letter]
      for (const { receivers, onLetter } of subscribers) {
        if (receivers.has(to)) onLetter(letter)
      }
    },
    subscribe: ({ receivers, onLetter, afterId }) => {
      for (const letter of letters) {
        const isDue = letter.id > afterId && letter.expiresAt > now()
        if (isDue && receivers.has(letter.to)) onLetter(letter)
      }
      const subscriber = { receivers, onLetter }
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
  }
}
