import * as v from 'valibot'
import { type Endpoint, type ResponseOf, getPath, type RequestOf } from '#shared/api/endpoint.ts'
import { type ProblemCode, ProblemSchema } from '#shared/problem.ts'
import { WALLET_SILENCE_MS } from '#shared/limits.ts'
import { isOffline } from '../connection.ts'
import { getProblemCode, ApiError } from './api-error.ts'
import type { Brought } from './brought.ts'
import type { ApiSession } from './session.ts'
import { backOff, pause } from './back-off.ts'

/** Longest wait for an answer, in milliseconds, so that the member never waits longer without a sign. */
export const REQUEST_TIMEOUT_MS = WALLET_SILENCE_MS

/** Request timeout, bad gateway, gateway timeout. Proxies use further codes of their own. */
const NO_ANSWER = new Set([408, 502, 504])

/** Longest Retry-After that a call waits for automatically, in milliseconds; a longer one is left to the caller. */
const TIMEOUT_MS = 5_000
const TRIES = 3
const WAITS = { firstMs: 300, longestMs: 1_000 }

/** Problems that pass in a moment, such as a change of networks or a restart of the server. */
const PASSING: ReadonlySet<ProblemCode> = new Set(['server-unreachable', 'maintenance'])

export type Api = {
  /** Retries a read that got no answer, a moment later; repeats no other call. @throws ApiError, and nothing else */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>>
  /** {@link Api.call} without retries, for callers that poll. @throws ApiError, and nothing else */
  ask<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>>
  /** Resolves when the session has been opened, or could not be. */
  signedIn(): Promise<void>
  /** The answer to a read that came with the session, once; null where there is none. @throws ApiError where it is a refusal */
  findBrought<E extends Endpoint>(endpoint: E, input: CallInput<E>): ResponseOf<E> | null
}

type Deps = ApiNetwork & {
  session: ApiSession
  /** @default none */
  brought?: Brought
}

/** The member's calls: each carries the session's token. A lost session is reopened once. */
export function createApi({ session, brought, ...network }: Deps): Api {
  async function ask<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>>
  async function ask(endpoint: Endpoint, input: AnyInput): Promise<unknown> {
    const send = (token: string) =>
      exchange(network, { endpoint, input, authorization: `Bearer ${token}` })
    if (endpoint.method !== 'GET') brought?.forget()
    const token = await session.token()
    const reply = takeBrought(endpoint, input)
    if (reply !== null) return reply
    try {
      return await send(token)
    } catch (error) {
      if (!isSessionLost(error)) throw error
      return send(await session.renew(token))
    }
  }

  function findBrought<E extends Endpoint>(endpoint: E, input: CallInput<E>): ResponseOf<E> | null
  function findBrought(endpoint: Endpoint, input: AnyInput): unknown {
    return takeBrought(endpoint, input)
  }

  function takeBrought(endpoint: Endpoint, { id }: AnyInput): unknown {
    const reply = endpoint.method === 'GET' ? brought?.take(getPath(endpoint, id)) : null
    return reply ? readReply(endpoint, { ...reply, headers: new Headers() }) : null
  }

  return {
    ask,
    findBrought,
    async signedIn() {
      await session.token().catch(() => {})
    },
    call: (endpoint, input) =>
      endpoint.method === 'GET' ? withRetries(() => ask(endpoint, input)) : ask(endpoint, input),
  }
}

function isSessionLost(error: unknown): boolean {
  const code = getProblemCode(error)
  return code === 'session-expired' || code === 'session-missing'
}

/**
 * Retries what is safe to repeat: a moment later after no answer, or once when the server's Retry-After says. Does not
 * retry after a timeout, because the member has waited long enough to see the problem.
 */
async function withRetries<T>(send: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await send()
    } catch (error) {
      const wait = waitAfter(error, failures)
      if (wait === null) throw error
      await pause(wait)
    }
  }
}

/** @returns null when the call must not be retried */
function waitAfter(error: unknown, failures: number): number | null {
  if (!(error instanceof ApiError) || failures === TRIES) return null
  const { code, retryAfterMs, isTimeout } = error
  if (retryAfterMs !== null)
    return failures === 1 && retryAfterMs <= TIMEOUT_MS ? retryAfterMs : null
  return PASSING.has(code) && !isTimeout ? backOff(failures, WAITS) : null
}

export type ApiNetwork = { fetch: typeof fetch }

/** What a call needs beyond its endpoint: the `:id` of the path, the body. */
export type CallInput<E extends Endpoint> = (E['path'] extends `${string}:id${string}`
  ? { id: string }
  : { id?: never }) &
  (RequestOf<E> extends undefined ? { body?: never } : { body: RequestOf<E> })

/** The input of some endpoint, after the compiler has checked it against that endpoint. */
type AnyInput = { id?: string | undefined; body?: unknown }

type ApiCallInput<E extends Endpoint, Input> = {
  endpoint: E
  input: Input
  /** Value of the Authorization header; null for a call that needs none. */
  authorization: string | null
}

/** {@link exchange}, with the answer's type taken from the endpoint. */
export async function request<E extends Endpoint>(
  network: ApiNetwork,
  call: ApiCallInput<E, CallInput<E>>,
): Promise<ResponseOf<E>>
export async function request(network: ApiNetwork, call: AnyCall): Promise<unknown> {
  return exchange(network, call)
}

type AnyCall = ApiCallInput<Endpoint, AnyInput>

/**
 * One exchange with our server: sends, waits at most {@link REQUEST_TIMEOUT_MS}, parses the answer with the
 * endpoint's schema.
 *
 * @throws ApiError, and nothing else
 */
async function exchange(network: ApiNetwork, call: AnyCall): Promise<unknown> {
  return readReply(call.endpoint, await transmit(network, call))
}

/** @throws ApiError, and nothing else */
function readReply({ response }: Endpoint, { status, headers, body }: RawResponse): unknown {
  if (status < 200 || status > 299) throw refusal(status, headers, body)
  if (response === undefined) return undefined
  const parsed = v.safeParse(response, body)
  // A body that is not JSON, such as a network's sign-in page, does not come from our server.
  if (!parsed.success) throw new ApiError(body === undefined ? 'server-unreachable' : 'internal')
  return parsed.output
}

type RawResponse = { status: number; headers: Headers; body: unknown }

async function transmit({ fetch }: ApiNetwork, call: AnyCall): Promise<RawResponse> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), REQUEST_TIMEOUT_MS)
  try {
    const response = await fetch(getPath(call.endpoint, call.input.id), {
      ...getMessage(call),
      signal: timeout.signal,
    })
    return { status: response.status, headers: response.headers, body: json(await response.text()) }
  } catch (cause) {
    const isTimeout = timeout.signal.aborted
    throw new ApiError(isOffline() ? 'offline' : 'server-unreachable', { cause, isTimeout })
  } finally {
    clearTimeout(timer)
  }
}

function getMessage({ endpoint, input, authorization }: AnyCall): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (authorization !== null) headers['authorization'] = authorization
  if (input.body === undefined) return { method: endpoint.method, headers }
  headers['content-type'] = 'application/json'
  return { method: endpoint.method, headers, body: JSON.stringify(input.body) }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An error response in another format comes from a proxy between the server and us. */
function refusal(status: number, headers: Headers, body: unknown): ApiError {
  const problem = v.safeParse(ProblemSchema, body)
  const code = problem.success ? problem.output.code : foreignCode(status)
  return new ApiError(code, { retryAfterMs: findRetryAfter(headers) })
}

function foreignCode(status: number): ProblemCode {
  if (status === 413) return 'body-too-large'
  if (status === 429) return 'rate-limited'
  if (status === 503) return 'maintenance'
  return NO_ANSWER.has(status) || status > 504 ? 'server-unreachable' : 'internal'
}

/** RFC 9110 §10.2.3, in seconds: the form that our server sends. */
function findRetryAfter(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null
}
