import * as v from 'valibot'
import type { AnySchema } from '#shared/api/endpoint.ts'
import type { HostEndpoint, HostResponseOf } from '#shared/api/host/host-endpoint.ts'
import { HostProblemSchema } from '#shared/host-problem.ts'
import { ClaspError } from './clasp-error.ts'
import { sleep } from './sleep.ts'

export type ClaspConnection = {
  /** PUBLIC_URL of your Clasp, such as `https://app.example.com`. */
  url: string
  /** API key, `clasp_…`, with the scopes of the calls. */
  key: string
  /** How long one try may take, in milliseconds. @default 10,000 */
  timeoutMs?: number
  /** How often a call that may succeed later is sent again. @default 2 */
  retries?: number
  /** The `traceparent` of the work that a call belongs to (W3C Trace Context), which Clasp's log then names. @default none */
  traceparent?: () => string | undefined
}

/** What a call sends, as JSON and text. */
export type ClaspCallInput<E extends HostEndpoint> = {
  params?: v.InferInput<E['params']>
  query?: v.InferInput<E['query']>
  body?: E['request'] extends AnySchema ? v.InferInput<E['request']> : undefined
  /** A change that is repeated under its key within a day happens once. @default a new one, kept for the retries of this call */
  idempotencyKey?: string | undefined
}

const TIMEOUT_MS = 10_000
const RETRIES = 2
const SECOND_MS = 1_000
/** The wait before the first retry, unless Clasp names one; it doubles with each. */
const FIRST_WAIT_MS = 500
/** A server that asks for more patience than that is not waited for. */
const LONGEST_WAIT_MS = 60_000
/** What a proxy answers while the server behind it is away or busy. */
const PROXY_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504])

/**
 * Makes a call of the host API and parses its answer. What may succeed later is tried again: after `Retry-After`, or after waits that
 * double.
 *
 * @throws ClaspError
 */
export async function callClasp<E extends HostEndpoint>(
  connection: ClaspConnection,
  endpoint: E,
  input: ClaspCallInput<E> = {},
): Promise<HostResponseOf<E>> {
  const { retries = RETRIES, timeoutMs = TIMEOUT_MS } = connection
  const { url, init } = writeRequest(connection, endpoint, input)
  for (let tried = 0; ; tried += 1) {
    const outcome = await tryOnce(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    if ('answer' in outcome) return readAnswer(endpoint, outcome.answer)
    const waitMs = outcome.waitMs ?? FIRST_WAIT_MS * 2 ** tried * (1 + Math.random())
    if (tried >= retries || !outcome.isTemporary || waitMs > LONGEST_WAIT_MS) throw outcome.error
    await sleep(waitMs)
  }
}

type WrittenCall = { url: URL; init: RequestInit }
type Sent = {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: unknown
  idempotencyKey?: string | undefined
}

function writeRequest<E extends HostEndpoint>(
  connection: ClaspConnection,
  endpoint: E,
  input: ClaspCallInput<E>,
): WrittenCall
function writeRequest(
  { url, key, traceparent }: ClaspConnection,
  { method, path, params: paramsSchema, request }: HostEndpoint,
  { params = {}, query = {}, body, idempotencyKey = crypto.randomUUID() }: Sent,
): WrittenCall {
  // Such as "..", which leads to another call.
  if (!v.is(paramsSchema, params)) throw new ClaspError('bad-request')
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const full = new URL(filled, url)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) full.searchParams.set(name, value)
  const headers = new Headers({ authorization: `Bearer ${key}` })
  if (method !== 'GET') headers.set('idempotency-key', idempotencyKey)
  const trace = traceparent?.()
  if (trace !== undefined) headers.set('traceparent', trace)
  // A redirect would take the key elsewhere.
  const init: RequestInit = { method, headers, redirect: 'manual' }
  if (request !== undefined) init.body = JSON.stringify(body)
  return { url: full, init }
}

type TryOutcome =
  | { answer: unknown }
  | { error: ClaspError; isTemporary: boolean; waitMs?: number | undefined }

async function tryOnce(url: URL, init: RequestInit): Promise<TryOutcome> {
  try {
    const response = await fetch(url, init)
    const text = await response.text()
    const answer = readJson(text)
    return response.ok ? { answer } : readProblem(response, answer)
  } catch (cause) {
    const isLate = cause instanceof DOMException && cause.name === 'TimeoutError'
    const error = new ClaspError(isLate ? 'timed-out' : 'unreachable', { cause })
    return { error, isTemporary: true }
  }
}

/** An answer of 502 without a problem of Clasp's is a proxy's. */
function readProblem({ status, headers }: Response, answer: unknown): TryOutcome {
  const parsed = v.safeParse(HostProblemSchema, answer)
  const after = Number(headers.get('retry-after') ?? NaN)
  const waitMs = Number.isFinite(after) ? after * SECOND_MS : undefined
  if (parsed.success) {
    const { code, detail, requestId } = parsed.output
    const error = new ClaspError(code, { detail, requestId })
    return { error, isTemporary: error.isTemporary, waitMs }
  }
  const isTemporary = PROXY_STATUSES.has(status)
  const error = new ClaspError(isTemporary ? 'unreachable' : 'answer-unreadable', {
    cause: `status ${status}`,
  })
  return { error, isTemporary, waitMs }
}

function readAnswer<E extends HostEndpoint>({ response }: E, answer: unknown): HostResponseOf<E>
function readAnswer({ response }: HostEndpoint, answer: unknown): unknown {
  if (response === undefined) return undefined
  const parsed = v.safeParse(response, answer)
  if (!parsed.success) throw new ClaspError('answer-unreadable', { cause: parsed.issues })
  return parsed.output
}

/** Undefined where there is none. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
