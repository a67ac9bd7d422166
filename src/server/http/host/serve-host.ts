import type { Hono } from 'hono'
import type { HostEndpoint, HostResponseOf } from '#shared/api/host/host-endpoint.ts'
import { HOST_PROBLEMS } from '#shared/host-problem.ts'
import type { StoredApiKey } from '../../store/api-keys/api-keys.ts'
import type { StoredReply } from '../../store/api-keys/idempotency-keys.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { admitKey } from './admit-key.ts'
import { answerOnce, type OnceOutcome, type PreparedChange, type UnderWay } from './answer-once.ts'
import { type HostOutcome, toChange } from './host-change.ts'
import { hostRefusalResponse, hostResponse, renderHostReply } from './host-reply.ts'
import { type HostCall, parseHostRequest } from './parse-host-request.ts'

/** The app that serves the host API, and its dependencies. */
export type HostApi = { app: Hono<HttpEnv>; deps: HttpDeps }

type ServeDeps = Pick<HttpDeps, 'store' | 'now'>

export type HostRequestInput<E extends HostEndpoint> = HostCall<E> & {
  /** The API key of the call. */
  key: StoredApiKey
}

/**
 * Serves one endpoint of the host API. First it admits the key, then the endpoint's own schemas parse the whole input,
 * then the handler answers, once per Idempotency-Key.
 */
export function serveHost<E extends HostEndpoint>(
  { app, deps }: { app: Hono<HttpEnv>; deps: ServeDeps },
  endpoint: E,
  handle: (request: HostRequestInput<E>) => Promise<HostOutcome<HostResponseOf<E>>>,
): void {
  const { method, path, scope, status } = endpoint
  const underWay: UnderWay = new Map()
  app.on(method, path, async (c) => {
    const requestId = c.get('requestId')
    const authorization = c.req.header('authorization')
    const admission = await admitKey({ authorization, scope }, deps)
    if (admission.kind === 'problem') return hostRefusalResponse(admission, requestId)
    const parsed = await parseHostRequest(endpoint, c.req)
    if (parsed.kind === 'problem') return hostRefusalResponse(parsed, requestId)
    const { key } = admission
    const prepare = async (): Promise<PreparedChange> => {
      const outcome = await handle({ ...parsed.call, key })
      return prepareChange(outcome, { success: status, requestId })
    }
    const idempotencyKey = method === 'GET' ? undefined : c.req.header('idempotency-key')
    if (idempotencyKey === undefined) return hostResponse(await answerAlways(prepare, deps))
    const { text } = parsed
    const request = { keyId: key.id, idempotencyKey, method, path: c.req.path, text }
    return toResponse(await answerOnce(request, { ...deps, underWay }, prepare), requestId)
  })
}

function prepareChange<Body>(
  outcome: HostOutcome<Body>,
  shape: Parameters<typeof renderHostReply>[1],
): PreparedChange {
  const { run, onChanged } = toChange(outcome)
  return {
    run: async (effects) => {
      const reply = await run(effects)
      const isFinal = reply.kind === 'answer' || !HOST_PROBLEMS[reply.code].retry
      return { reply: renderHostReply(reply, shape), isFinal }
    },
    onCommitted: ({ status }) => {
      if (status === shape.success) onChanged()
    },
  }
}

/** A request without an Idempotency-Key is never a repetition. */
async function answerAlways(
  prepare: () => Promise<PreparedChange>,
  { store }: ServeDeps,
): Promise<StoredReply> {
  const { run, onCommitted } = await prepare()
  const { reply } = await run(store)
  onCommitted(reply)
  return reply
}

function toResponse(outcome: OnceOutcome, requestId: string): Response {
  switch (outcome.kind) {
    case 'answered':
      return hostResponse(outcome.reply)
    case 'replayed':
      return hostResponse(outcome.reply, { 'idempotent-replayed': 'true' })
    case 'problem':
      return hostRefusalResponse(outcome, requestId)
  }
}
