import { setMaxListeners } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { Webhook } from 'standardwebhooks'
import type { WebhookConfig } from '#server/config/config.ts'
import type { EpochMs } from '#server/store/database/stored.ts'
import {
  createAddressGuard,
  resolveName,
  type Resolve,
  RefusedAddressError,
  UnresolvedNameError,
} from '#server/network/address-guard.ts'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'

/** Standard Webhooks 1.0 names 15 to 30 seconds. */
const TIMEOUT_MS = 15_000
/** Standard Webhooks 1.0: payloads stay below 20 kB. */
const MAX_BODY_BYTES = 20 * 1_024

/** The message: `id` is the same over every retry, `body` is JSON text. */
type WebhookMessage = { id: string; body: string }

/** The outcome of a try. */
export type WebhookAnswer = ExchangeEnd | { kind: 'failed'; code: 'too-large' }

/** Sends to the operator's receiver by Standard Webhooks 1.0, and never anything unsigned. */
export type WebhookClient = {
  /** One try. Never rejects. */
  send(message: WebhookMessage): Promise<WebhookAnswer>
  /** Interrupts sends under way; later ones are interrupted immediately. */
  close(): void
}

export type WebhookClientDeps = {
  webhook: WebhookConfig
  now: () => EpochMs
  /** @default the system's resolver */
  resolve?: Resolve
  /** For one whole try. @default 15 000 ms */
  timeoutMs?: number
}

export function createWebhookClient({
  webhook,
  now,
  resolve = resolveName,
  timeoutMs = TIMEOUT_MS,
}: WebhookClientDeps): WebhookClient {
  const url = new URL(webhook.url)
  const { request, Agent } = url.protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true })
  const guard = createAddressGuard(webhook, resolve)
  const sign = createSign(webhook)
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)

  /** @param pool the agent that reuses connections; `false` opens one for this call only */
  async function post(message: WebhookMessage, pool: http.Agent | false) {
    const headers = getHeaders(message, sign(message, now()))
    const sent = request(url, { method: 'POST', headers, agent: pool, lookup: guard.lookup })
    const end = await exchange(sent, message.body, { timeoutMs, signal: closing.signal })
    return { end, isStale: sent.reusedSocket && isUnreachable(end) }
  }

  return {
    async send(message) {
      if (Buffer.byteLength(message.body) > MAX_BODY_BYTES) return failed('too-large')
      if (guard.refusesUrl) return failed('refused-address')
      if (closing.signal.aborted) return failed('interrupted')
      const first = await post(message, agent)
      // The receiver may close an idle connection just when it is reused.
      return first.isStale ? (await post(message, false)).end : first.end
    },
    close() {
      closing.abort()
      agent.destroy()
    },
  }
}

/** One signature per secret, the newest first, so that a receiver needs to know only one of them. */
function createSign({ secrets }: WebhookConfig) {
  const keys = secrets.map((secret) => new Webhook(secret))
  return ({ id, body }: WebhookMessage, at: EpochMs) => ({
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1_000)),
    'webhook-signature': keys.map((key) => key.sign(id, new Date(at), body)).join(' '),
  })
}

function getHeaders(
  { body }: WebhookMessage,
  signature: ReturnType<ReturnType<typeof createSign>>,
) {
  return {
    ...signature,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Clasp',
  }
}

function isUnreachable(end: ExchangeEnd): boolean {
  return end.kind === 'failed' && end.code === 'unreachable'
}

function failed<Code extends string>(code: Code) {
  return { kind: 'failed', code } as const
}

/** How much of an answer's body is read and thrown away, so that the connection can be used again. */
const DISCARD_BYTES = 8 * 1_024
/** How long an answer's body may take, in milliseconds. */
const DISCARD_MS = 1_000

type ExchangeEnd =
  | { kind: 'answered'; status: number; retryAfter: string | undefined }
  | { kind: 'failed'; code: ExchangeFailure }

type ExchangeFailure =
  | 'timeout'
  | 'interrupted'
  /** The name resolves to no address. */
  | 'unresolved'
  /** The name resolves to private addresses only. */
  | 'refused-address'
  /** No connection, or one that broke before the answer. */
  | 'unreachable'
  /** The certificate is not trusted, or there is no common TLS version. */
  | 'tls'

type ExchangeLimits = {
  timeoutMs: number
  /** Interrupts the exchange. */
  signal: AbortSignal
}

/**
 * Sends the body and waits for the status line, which decides. The answer's body is thrown away, and cut off if it is
 * long. Never rejects.
 */
function exchange(
  request: ClientRequest,
  body: string,
  { timeoutMs, signal }: ExchangeLimits,
): Promise<ExchangeEnd> {
  return new Promise((resolve) => {
    const isShakingHands = watchHandshake(request)
    const timer = setTimeout(() => fail('timeout'), timeoutMs)
    const interrupt = () => fail('interrupted')
    signal.addEventListener('abort', interrupt)

    function end(outcome: ExchangeEnd): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', interrupt)
      resolve(outcome)
    }

    function fail(code: ExchangeFailure): void {
      end({ kind: 'failed', code })
      request.destroy()
    }

    request.once('response', (response) => {
      end(getAnswer(response))
      discardBody(response)
    })
    request.on('error', (error) => fail(getCode(error, isShakingHands())))
    request.once('close', () => fail('unreachable'))
    request.end(body)
  })
}

function getAnswer({ statusCode = 0, headers }: IncomingMessage): ExchangeEnd {
  return { kind: 'answered', status: statusCode, retryAfter: headers['retry-after'] }
}

function discardBody(response: IncomingMessage): void {
  let bytes = 0
  const timer = setTimeout(() => response.destroy(), DISCARD_MS)
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > DISCARD_BYTES) response.destroy()
  })
  response.on('error', () => undefined)
  response.once('close', () => clearTimeout(timer))
}

function getCode(error: Error, isShakingHands: boolean): ExchangeFailure {
  if (error instanceof RefusedAddressError) return 'refused-address'
  if (error instanceof UnresolvedNameError) return 'unresolved'
  return isShakingHands ? 'tls' : 'unreachable'
}

/** Reports whether there is a connection that has not finished its TLS handshake. */
function watchHandshake(request: ClientRequest): () => boolean {
  let isShakingHands = false
  request.once('socket', (socket) => {
    if (!(socket instanceof TLSSocket) || request.reusedSocket) return
    socket.once('connect', () => (isShakingHands = true))
    socket.once('secureConnect', () => (isShakingHands = false))
  })
  return () => isShakingHands
}
