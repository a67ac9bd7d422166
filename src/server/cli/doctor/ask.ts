import { errorCode } from '#server/log/error-code.ts'
import { readCapped } from '#server/chains/read-capped.ts'

export type ProbeResult =
  | { kind: 'answered'; status: number; headers: Headers; body: Uint8Array }
  | { kind: 'no-answer'; reason: string }

type ProbeRequest = { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }

/** One request. A redirect is an answer like any other. */
export type Probe = (url: string, question?: ProbeRequest) => Promise<ProbeResult>

type AskDeps = {
  fetch: typeof fetch
  /** Ends all requests. */
  signal: AbortSignal
  /** How long one request may take, in milliseconds. @default 4 000 */
  timeoutMs?: number
}

const TIMEOUT_MS = 4_000
const MAX_BYTES = 512 * 1_024

/** @throws when the signal ends it; every other failure is an answer */
export function createAsk({ fetch, signal, timeoutMs = TIMEOUT_MS }: AskDeps): Probe {
  return async (url, question = {}) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(url, {
        ...question,
        redirect: 'manual',
        signal: AbortSignal.any([signal, timeout]),
      })
      const { status, headers } = response
      const body = response.body ? await readCapped(response.body, MAX_BYTES) : new Uint8Array()
      return { kind: 'answered', status, headers, body }
    } catch (error) {
      signal.throwIfAborted()
      const reason = timeout.aborted ? `no answer within ${timeoutMs / 1_000} s` : getReason(error)
      return { kind: 'no-answer', reason }
    }
  }
}

/** Undefined for a body that is no JSON. */
export function getJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString())
  } catch {
    return undefined
  }
}

/** Never uses the message, which would quote the URL. */
function getReason(error: unknown): string {
  return (error instanceof Error && errorCode(error.cause)) || 'no connection'
}
