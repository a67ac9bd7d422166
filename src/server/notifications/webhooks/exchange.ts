import type { ClientRequest, IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import { RefusedAddressError, UnresolvedHostError } from './address-guard.ts'

/** How much of an answer's body is read and thrown away, so that the connection can be used again. */
const DISCARD_BYTES = 8 * 1_024
/** How long an answer's body may take, in milliseconds. */
const DISCARD_MS = 1_000

export type ExchangeEnd =
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

export type ExchangeLimits = {
  timeoutMs: number
  /** Interrupts the exchange. */
  signal: AbortSignal
}

/**
 * Sends the body and waits for the status line, which decides. The answer's body is thrown away, and cut off if it is
 * long. Never rejects.
 */
export function exchange(
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
  if (error instanceof UnresolvedHostError) return 'unresolved'
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
