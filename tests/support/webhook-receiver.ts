import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import * as v from 'valibot'
import type { WebhookConfig } from '#server/config.ts'
import { type HostEvent, HostEventSchema } from '#shared/api/host/host-event.ts'

/** A request as it came; `isVerified` is what the owner's own library says of its signature. */
export type ReceivedDelivery = {
  path: string
  id: string
  /** Seconds. */
  timestamp: number
  /** One a secret. */
  signatures: string[]
  contentType: string | undefined
  userAgent: string | undefined
  body: string
  isVerified: boolean
}

/** What the receiver answers, or a function that writes (or never writes) the answer itself. */
type ReceiverAnswer =
  | { status: number; headers?: Record<string, string> }
  | ((response: ServerResponse) => void)

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>

export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** The operator's receiver on loopback, which answers as the test wants it to: 204 until told otherwise. */
export async function startWebhookReceiver({ secret = newSigningSecret(), port = 0 } = {}) {
  const deliveries: ReceivedDelivery[] = []
  const key = new Webhook(secret)
  let answer: (delivery: ReceivedDelivery) => ReceiverAnswer = thanks
  let connections = 0

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const delivery = await readDelivery(request, key)
    deliveries.push(delivery)
    const wanted = answer(delivery)
    if (typeof wanted === 'function') wanted(response)
    else response.writeHead(wanted.status, wanted.headers).end()
  }

  const server = createServer((request, response) => void receive(request, response))
  server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  const url = `http://127.0.0.1:${address.port}/events?key=of-the-receiver`
  const webhook: WebhookConfig = { url, secrets: [secret], allowHosts: new Set(['127.0.0.1']) }

  return {
    webhook,
    secret,
    port: address.port,
    deliveries,
    ids: () => deliveries.map(({ id }) => id),
    connections: () => connections,
    answers(next: typeof answer) {
      answer = next
    },
    /** As when an idle connection meets its end. */
    dropConnections: () => server.closeAllConnections(),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
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

/** Within five minutes of the clock, as the library demands. */
export function verifies(key: Webhook, body: string, headers: Record<string, string>): boolean {
  try {
    key.verify(body, headers)
    return true
  } catch {
    return false
  }
}
