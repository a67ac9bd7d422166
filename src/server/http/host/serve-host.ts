import type { HonoRequest } from 'hono'
import {
  type HostEndpoint,
  type HostResponseOf,
  type Scope,
  type HostParamsOf,
  type HostQueryOf,
  type HostRequestOf,
  USUAL_STATUS,
} from '#shared/api/host/host-endpoint.ts'
import { getMaxBytes, noBody } from '#shared/api/endpoint.ts'
import { HOST_PROBLEMS } from '#shared/host-problem.ts'
import type { StoredApiKey } from '../../store/api-keys/api-keys.ts'
import type { StoredReply, HostEffects } from '../../store/api-keys/idempotency-keys.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp } from '../http-env.ts'
import { answerOnce, type OnceOutcome, type PreparedChange, type UnderWay } from './answer-once.ts'
import {
  hostRefusalResponse,
  hostResponse,
  renderHostReply,
  type HostReply,
  type HostRefusal,
  refuseHost,
} from './host-reply.ts'
import { takeOne, type Rate } from '../../store/database/rate-limits.ts'
import { credentials } from '../admission.ts'
import { limitBody } from '../limit-body.ts'
import { hashApiKey } from './api-key.ts'
import * as v from 'valibot'

/** The app that serves the host API, and its dependencies. */
export type HostApi = { app: HttpApp; deps: HttpDeps }

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
  { app, deps }: { app: HttpApp; deps: ServeDeps },
  endpoint: E,
  handle: (request: HostRequestInput<E>) => Promise<HostOutcome<HostResponseOf<E>>>,
): void {
  const { method, path, scope, status = USUAL_STATUS } = endpoint
  const underWay: UnderWay = new Map()
  const limit = limitBody(getMaxBytes(endpoint), (c) =>
    hostRefusalResponse(refuseHost('body-too-large'), c.get('requestId')),
  )
  app.on(method, path, limit, async (c) => {
    const requestId = c.get('requestId')
    const authorization = c.req.header('authorization')
    const admission = await admitKey({ authorization, scope }, deps)
    if (admission.kind === 'problem') return hostRefusalResponse(admission, requestId)
    const parsed = await parseHostRequest(endpoint, c.req)
    if (parsed.kind === 'problem') return hostRefusalResponse(parsed, requestId)
    const { key } = admission
    c.set('owner', `key:${key.id}`)
    const prepare = async (): Promise<PreparedChange> =>
      prepareChange(await handle({ ...parsed.call, key }), { success: status, requestId })
    const idempotencyKey = method === 'GET' ? undefined : c.req.header('idempotency-key')
    if (idempotencyKey === undefined) return hostResponse(await answerAlways(prepare, deps))
    const { text } = parsed
    const request = { keyId: key.id, idempotencyKey, method, path: c.req.path, text }
    return toResponse(await answerOnce(request, { ...deps, underWay }, prepare), requestId)
  })
}

/** A reply is a change without effects. */
function prepareChange<Body>(
  outcome: HostOutcome<Body>,
  shape: Parameters<typeof renderHostReply>[1],
): PreparedChange {
  return {
    run: async (effects) => {
      const reply = outcome.kind === 'change' ? await outcome.run(effects) : outcome
      const rendered = renderHostReply(reply, shape)
      return reply.kind === 'answer'
        ? { reply: rendered, isFinal: true, userId: reply.userId }
        : { reply: rendered, isFinal: !HOST_PROBLEMS[reply.code].retry, userId: null }
    },
    onCommitted: ({ status }) => {
      if (outcome.kind === 'change' && status === shape.success) outcome.onChanged?.()
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
  if (outcome.kind === 'problem') return hostRefusalResponse(outcome, requestId)
  return hostResponse(outcome.reply, outcome.isReplayed ? { 'idempotent-replayed': 'true' } : {})
}

/** The change that a call makes, once everything else that it needs is known. */
type HostChange<Body> = {
  kind: 'change'
  /** One transaction, which may run more than once. It touches nothing but the given effects. */
  run: (effects: HostEffects) => Promise<HostReply<Body>>
  /** Called after the commit, unless the change was refused. */
  onChanged: (() => void) | undefined
}

/** A call of the host API leads to a reply, or to a change that gives one. */
export type HostOutcome<Body> = HostReply<Body> | HostChange<Body>

export function changeHost<Body>(
  run: HostChange<Body>['run'],
  onChanged?: () => void,
): HostChange<Body> {
  return { kind: 'change', run, onChanged }
}

/** How often one key may call. */
const KEY_RATE: Rate = { perSecond: 10, burst: 20 }
const SECOND_MS = 1_000

type Admission = { kind: 'admitted'; key: StoredApiKey } | HostRefusal

/** Admits a call if its key is active, within its rate and has the scope; checked in this order. */
async function admitKey(
  { authorization, scope }: { authorization: string | undefined; scope: Scope },
  deps: Pick<HttpDeps, 'store' | 'now'>,
): Promise<Admission> {
  const presented = credentials('Bearer', authorization)
  if (presented === undefined) return refuseHost('key-missing')
  const key = await deps.store.findApiKey(hashApiKey(presented))
  if (!key) return refuseHost('key-invalid')
  const waitMs = await takeOne({ subject: `key:${key.id}`, rate: KEY_RATE }, deps)
  if (waitMs > 0) return refuseHost('rate-limited', Math.ceil(waitMs / SECOND_MS))
  return key.scopes.includes(scope) ? { kind: 'admitted', key } : refuseHost('scope-missing')
}

/** The input of a call, parsed by its endpoint's own schemas. */
type HostCall<E extends HostEndpoint> = {
  params: HostParamsOf<E>
  query: HostQueryOf<E>
  body: HostRequestOf<E>
}

/** `text` is the body as it came. */
type ParsedHostRequest<Call> = { kind: 'parsed'; call: Call; text: string } | HostRefusal

async function parseHostRequest<E extends HostEndpoint>(
  endpoint: E,
  request: HonoRequest,
): Promise<ParsedHostRequest<HostCall<E>>>
async function parseHostRequest(
  schemas: HostEndpoint,
  request: HonoRequest,
): Promise<ParsedHostRequest<Record<keyof HostCall<HostEndpoint>, unknown>>> {
  const text = await request.text()
  const params = v.safeParse(schemas.params, request.param())
  const query = v.safeParse(schemas.query, singleValues(request.queries()))
  const body = v.safeParse(schemas.request ?? noBody, readJson(text))
  if (!params.success) return malformed('path', params.issues)
  if (!query.success) {
    const isCursor = query.issues.every(isAboutCursor)
    return isCursor ? refuseHost('cursor-invalid') : malformed('query', query.issues)
  }
  if (!body.success) return malformed('body', body.issues)
  const call = { params: params.output, query: query.output, body: body.output }
  return { kind: 'parsed', call, text }
}

type Issues = [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]

/** Names the first thing that is wrong, in valibot's text. */
function malformed(part: 'path' | 'query' | 'body', [issue]: Issues): HostRefusal {
  const place = [part, v.getDotPath(issue)].filter((name) => name !== null).join('.')
  return { ...refuseHost('bad-request'), hint: `${place}: ${issue.message}.` }
}

/** A parameter that is given twice stays a list, which no schema of the contract accepts. */
function singleValues(queries: Record<string, string[]>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(queries).map(([name, values]) => {
      const [value] = values
      return [name, values.length === 1 && value !== undefined ? value : values]
    }),
  )
}

/**
 * Whether the issue is about the cursor's value. Where an endpoint has no cursor, the name `after` is simply unknown.
 */
function isAboutCursor(issue: v.BaseIssue<unknown>): boolean {
  const [field] = issue.path ?? []
  return field?.key === 'after' && field.origin === 'value'
}

/**
 * Undefined for an empty body. Answers the text itself for invalid JSON, and for a list, because valibot takes a list
 * for an object without entries; no schema of the contract accepts text.
 */
function readJson(text: string): unknown {
  if (text === '') return undefined
  try {
    const json: unknown = JSON.parse(text)
    return Array.isArray(json) ? text : json
  } catch {
    return text
  }
}
