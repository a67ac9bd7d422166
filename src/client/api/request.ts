import * as v from 'valibot'
import { type Endpoint, getPath, type RequestOf, type ResponseOf } from '#shared/api/endpoint.ts'
import { WALLET_SILENCE_MS } from '#shared/limits.ts'
import { type ProblemCode, ProblemSchema } from '#shared/problem.ts'
import { ApiError } from './api-error.ts'

/** Longest wait for an answer, in milliseconds, so that the member never waits longer without a sign. */
export const REQUEST_TIMEOUT_MS = WALLET_SILENCE_MS

export type ApiNetwork = {
  fetch: typeof fetch
  /** False when the device knows that it has no connection. */
  isOnline: () => boolean
}

/** What a call needs beyond its endpoint: the `:id` of the path, the body. */
export type CallInput<E extends Endpoint> = (E['path'] extends `${string}:id${string}`
  ? { id: string }
  : { id?: never }) &
  (RequestOf<E> extends undefined ? { body?: never } : { body: RequestOf<E> })

/** The input of some endpoint, after the compiler has checked it against that endpoint. */
export type AnyInput = { id?: string | undefined; body?: unknown }

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

export type AnyCall = ApiCallInput<Endpoint, AnyInput>

/**
 * One exchange with our server: sends, waits at most {@link REQUEST_TIMEOUT_MS}, parses the answer with the
 * endpoint's schema.
 *
 * @throws ApiError, and nothing else
 */
export async function exchange(network: ApiNetwork, call: AnyCall): Promise<unknown> {
  const { status, headers, body } = await transmit(network, call)
  if (status < 200 || status > 299) throw refusal(status, headers, body)
  if (call.endpoint.response === null) return undefined
  const parsed = v.safeParse(call.endpoint.response, body)
  // A body that is not JSON, such as a network's sign-in page, does not come from our server.
  if (!parsed.success) throw new ApiError(body === undefined ? 'server-unreachable' : 'internal')
  return parsed.output
}

type RawResponse = { status: number; headers: Headers; body: unknown }

async function transmit({ fetch, isOnline }: ApiNetwork, call: AnyCall): Promise<RawResponse> {
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
    throw new ApiError(isOnline() ? 'server-unreachable' : 'offline', { cause, isTimeout })
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

/** Request timeout, bad gateway, gateway timeout. Proxies use further codes of their own. */
const NO_ANSWER = new Set([408, 502, 504])

/** RFC 9110 §10.2.3, in seconds: the form that our server sends. */
function findRetryAfter(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null
}
