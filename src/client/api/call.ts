import type { Endpoint, ResponseOf } from '#shared/api/endpoint.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { getProblemCode, ApiError } from './api-error.ts'
import { type AnyInput, type CallInput, exchange, type ApiNetwork } from './request.ts'
import type { ApiSession } from './session.ts'
import { backOff, pause } from './back-off.ts'

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
}

type Deps = ApiNetwork & { session: ApiSession }

/** The member's calls: each carries the session's token. A lost session is reopened once. */
export function createApi({ session, ...network }: Deps): Api {
  async function ask<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>>
  async function ask(endpoint: Endpoint, input: AnyInput): Promise<unknown> {
    const send = (token: string) =>
      exchange(network, { endpoint, input, authorization: `Bearer ${token}` })
    const token = await session.token()
    try {
      return await send(token)
    } catch (error) {
      if (!isSessionLost(error)) throw error
      return send(await session.renew(token))
    }
  }

  return {
    ask,
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
