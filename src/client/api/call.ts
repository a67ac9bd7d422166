import type { Endpoint, ResponseOf } from '#shared/api/endpoint.ts'
import { getProblemCode } from './api-error.ts'
import { withRetries } from './with-retries.ts'
import { type AnyInput, type CallInput, exchange, type ApiNetwork } from './request.ts'
import type { ApiSession } from './session.ts'

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
