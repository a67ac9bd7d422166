import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import * as v from 'valibot'
import type { WebhookConfig } from '#server/config/config.ts'
import { type HostEvent, HostEventSchema } from '#shared/api/host/host-event.ts'
import { listenHere } from './listen-here.ts'

/** A received request. `isVerified` is the verdict of the operator's library on its signature. */
export type ReceivedDelivery = {
  path: string
  id: string
  /** Seconds. */
  timestamp: number
  /** One for each secret. */
  signatures: string[]
  contentType: string | undefined
  userAgent: string | undefined
  body: string
  isVerified: boolean
}

/** The receiver's answer, or a function that writes the answer or never writes it. */
type ReceiverAnswer =
  | { status: number; headers?: Record<string, string> }
  | ((response: ServerResponse) => void)

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>

export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** Starts the operator's receiver on loopback. The test sets its answers; the default is 204. */
export async function startWebhookReceiver({ secret = newSigningSecret(), port = 0 } = {}) {
  const deliveries: ReceivedDelivery[] = []
  const accepted: string[] = []
  const key = new Webhook(secret)
  let answer: (delivery: ReceivedDelivery) => ReceiverAnswer = thanks
  let connections = 0

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const delivery = await readDelivery(request, key)
    deliveries.push(delivery)
    const wanted = answer(delivery)
    if (typeof wanted === 'function') return wanted(response)
    if (wanted.status < 300) accepted.push(delivery.id)
    response.writeHead(wanted.status, wanted.headers).end()
  }

  const server = createServer((request, response) => void receive(request, response))
  server.on('connection', () => (connections += 1))
  const listening = await listenHere(server, port)
  const url = `${listening.url}/events?key=of-the-receiver`
  const webhook: WebhookConfig = { url, secrets: [secret], ownNetwork: new Set(['127.0.0.1']) }

  return {
    webhook,
    secret,
    port: listening.port,
    deliveries,
    /** Ids of the deliveries that were answered with success, in their order. */
    accepted,
    ids: () => deliveries.map(({ id }) => id),
    connections: () => connections,
    answers(next: typeof answer) {
      answer = next
    },
    /** Closes all connections, as happens to idle ones. */
    dropConnections: () => server.closeAllConnections(),
    close: listening.close,
  }
}

function thanks(): ReceiverAnswer {
  return { status: 204 }
}

export function getEvent({ body }: ReceivedDelivery): HostEvent {
  return v.parse(v.pipe(v.string(), v.parseJson(), HostEventSchema), body)
}

async function readDelivery(request: IncomingMessage, key: Webhook): Promise<ReceivedDelivery> {
  const body = await text(request)
  const { headers } = request
  const signed = {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  }
  return {
    path: new URL(request.url ?? '', 'http://receiver').pathname,
    id: signed['webhook-id'],
    timestamp: Number(signed['webhook-timestamp']),
    signatures: signed['webhook-signature'].split(' '),
    contentType: headers['content-type'],
    userAgent: headers['user-agent'],
    body,
    isVerified: verifies(key, body, signed),
  }
}

/** Checks the signature. The library requires a timestamp within five minutes of the clock. */
export function verifies(key: Webhook, body: string, headers: Record<string, string>): boolean {
  try {
    key.verify(body, headers)
    return true
  } catch {
    return false
  }
}
