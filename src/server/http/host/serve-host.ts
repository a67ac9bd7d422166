import type { Context, Hono } from 'hono'
import type { HostEndpoint, HostResponseOf } from '#shared/api/host/host-endpoint.ts'
import { HOST_PROBLEMS } from '#shared/host-problem.ts'
import type { StoredApiKey } from '../../store/api-key-store.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { admitKey } from './admit-key.ts'
import { answerOnce, type OnceReply } from './answer-once.ts'
import { type HostReply, hostRefusalResponse, hostResponse, renderHostReply } from './host-reply.ts'
import { type HostCall, parseHostRequest } from './parse-host-request.ts'

/** Where the host API is served, and with what. */
export type HostApi = { app: Hono<HttpEnv>; deps: HttpDeps }

type ServeDeps = Pick<HttpDeps, 'store' | 'now' | 'log'>

export type HostRequest<E extends HostEndpoint> = HostCall<E> & {
  /** The API key that asks. */
  key: StoredApiKey
}

/**
 * Serves one endpoint of the host API: the key is admitted first, then all that the call says is parsed
 * by the endpoint's own schemas, then the handler answers, once per Idempotency-Key.
 */
export function serveHost<E extends HostEndpoint>(
  { app, deps }: { app: Hono<HttpEnv>; deps: ServeDeps },
  endpoint: E,
  handle: (request: HostRequest<E>) => Promise<HostReply<HostResponseOf<E>>>,
): void {
  const { method, path, scope, status } = endpoint
  app.on(method, path, async (c) => {
    const requestId = c.get('requestId')
    const authorization = c.req.header('authorization')
    const admission = await admitKey({ authorization, scope }, deps)
    if (admission.kind === 'problem') return hostRefusalResponse(admission, requestId)
    const parsed = await parseHostRequest(endpoint, c.req)
    if (parsed.kind === 'problem') return hostRefusalResponse(parsed, requestId)
    const { key } = admission
    const answer = async (): Promise<OnceReply> => {
      const reply = await handle({ ...parsed.call, key })
      const isFinal = reply.kind === 'answer' || !HOST_PROBLEMS[reply.code].retry
      return { reply: renderHostReply(reply, { success: status, requestId }), isFinal }
    }
    const { text } = parsed
    return method === 'GET'
      ? hostResponse((await answer()).reply)
      : respondOnce({ c, keyId: key.id, text, deps }, answer)
  })
}

type Write = { c: Context<HttpEnv>; keyId: string; text: string; deps: ServeDeps }

async function respondOnce(
  { c, keyId, text, deps }: Write,
  answer: () => Promise<OnceReply>,
): Promise<Response> {
  const idempotencyKey = c.req.header('idempotency-key')
  if (idempotencyKey === undefined) return hostResponse((await answer()).reply)
  const { method, path } = c.req
  const outcome = await answerOnce({ keyId, idempotencyKey, method, path, text }, deps, answer)
  switch (outcome.kind) {
    case 'answered':
      return hostResponse(outcome.reply)
    case 'replayed':
      return hostResponse(outcome.reply, { 'idempotent-replayed': 'true' })
    case 'problem':
      return hostRefusalResponse(outcome, c.get('requestId'))
  }
}
