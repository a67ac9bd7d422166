import type { Endpoint, ResponseOf } from '#shared/api/endpoint.ts'
import { ApiError, problemCodeOf } from './api-error.ts'
import { type AnyInput, type CallInput, exchange, type Network } from './request.ts'
import type { Session } from './session.ts'

/** Longest Retry-After that a read waits for by itself, in milliseconds; the caller sees a longer one. */
const PATIENCE_MS = 5_000

export type Api = {
  /** @throws ApiError, and nothing else */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>>
}

type Deps = Network & { session: Session }

/** The member's calls: each carries the session's token, and a lost session is opened anew once. */
export function createApi({ session, ...network }: Deps): Api {
  async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>>
  async function call(endpoint: Endpoint, input: AnyInput): Promise<unknown> {
    const send = (token: string) =>
      exchange(network, { endpoint, input, authorization: `Bearer ${token}` })
    const token = await session.token()
    try {
      return await patiently(endpoint, () => send(token))
    } catch (error) {
      if (!isSessionLost(error)) throw error
      return send(await session.renew(token))
    }
  }
  return { call }
}

function isSessionLost(error: unknown): boolean {
  const code = problemCodeOf(error)
  return code === 'session-expired' || code === 'session-missing'
}

/** Repeats a read once when the server says, in a few seconds, when to come back. */
async function patiently<T>(endpoint: Endpoint, send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    const wait = error instanceof ApiError ? error.retryAfterMs : null
    if (endpoint.method !== 'GET' || wait === null || wait > PATIENCE_MS) throw error
    await new Promise((resolve) => setTimeout(resolve, wait))
    return send()
  }
}
