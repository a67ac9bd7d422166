import { AsyncLocalStorage } from 'node:async_hooks'
import type { Trace } from './traceparent.ts'

/** The request that the running code works for. */
export type RequestScope = { requestId: string; trace: Trace | null }

const scopes = new AsyncLocalStorage<RequestScope>()

/** Everything that `act` does, and starts, belongs to the request. */
export function withinRequest<Result>(scope: RequestScope, act: () => Result): Result {
  return scopes.run(scope, act)
}

/** The trace of the request that the running code works for; null outside of requests too. */
export function currentTrace(): Trace | null {
  return scopes.getStore()?.trace ?? null
}

/** What every log line says about its request. */
export function describeRequest(): { requestId?: string; traceId?: string } {
  const scope = scopes.getStore()
  if (scope === undefined) return {}
  const { requestId, trace } = scope
  return trace === null ? { requestId } : { requestId, traceId: trace.traceId }
}
