import { PROBLEMS, type Problem, type ProblemCode } from '#shared/problem.ts'
import { PROBLEM_LINES } from '../log/problem-lines.ts'
import type { MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import {
  type Endpoint,
  getMaxBytes,
  noBody,
  type RequestOf,
  type ResponseOf,
} from '#shared/api/endpoint.ts'
import type { StoredUser } from '../store/database/stored.ts'
import type { HttpApp, HttpContext, HttpEnv } from './http-env.ts'
import { limitBody } from './limit-body.ts'

/** The answer of a handler: a body with its status, nothing, or one of the closed list of problems. */
export type Reply<Body> =
  | { kind: 'body'; status: 200 | 201 | 202; body: Body }
  | { kind: 'empty' }
  | { kind: 'problem'; code: ProblemCode; retryAfterS?: number }

export function ok<Body>(body: Body): Reply<Body> {
  return { kind: 'body', status: 200, body }
}

export function created<Body>(body: Body): Reply<Body> {
  return { kind: 'body', status: 201, body }
}

export function accepted<Body>(body: Body): Reply<Body> {
  return { kind: 'body', status: 202, body }
}

export const empty: Reply<never> = { kind: 'empty' }

/** An answer that is one of the problems. */
export type Refusal = Extract<Reply<never>, { kind: 'problem' }>

/** @param retryAfterS seconds for the `Retry-After` header */
export function refuse(code: ProblemCode, retryAfterS?: number): Refusal {
  return retryAfterS === undefined
    ? { kind: 'problem', code }
    : { kind: 'problem', code, retryAfterS }
}

/** Problem details as in RFC 9457. The title is the operator's line; members see texts of their own. */
export function problemResponse(
  code: ProblemCode,
  requestId: string,
  retryAfterS?: number,
): Response {
  const problem = getProblem(code, requestId)
  const headers = problemHeaders()
  if (retryAfterS !== undefined) headers.set('retry-after', String(retryAfterS))
  return new Response(JSON.stringify(problem), { status: problem.status, headers })
}

export function getProblem(code: ProblemCode, requestId: string): Problem {
  const { status } = PROBLEMS[code]
  const title = PROBLEM_LINES[code]
  return { type: `urn:clasp:problem:${code}`, title, status, code, requestId }
}

export function problemHeaders(): Headers {
  return new Headers({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
}

export type MemberRequest<E extends Endpoint> = {
  user: StoredUser
  /** The path's parameter; empty for endpoints without one. */
  id: string
  body: RequestOf<E>
}

/**
 * Every id that a path can name, unless its endpoint has its own schema. No other text reaches the store, because
 * Postgres fails on some characters.
 */
const IdSchema = v.pipe(v.string(), v.regex(/^[\w-]{22}$/))

/**
 * Serves one endpoint of the contract to a signed-in member. The endpoint's own schema parses the body before the
 * handler sees it, and the handler can answer only what the contract allows.
 */
export function serveMember<E extends Endpoint>(
  app: HttpApp,
  endpoint: E,
  handle: (request: MemberRequest<E>) => Promise<Reply<ResponseOf<E>>>,
): void {
  const idSchema = endpoint.id ?? IdSchema
  app.on(endpoint.method, endpoint.path, limitBodyOf(endpoint), async (c) => {
    const id = c.req.param('id') ?? ''
    if (id !== '' && !v.is(idSchema, id)) return problemResponse('not-found', c.get('requestId'))
    const body = await parseBody(endpoint, c)
    if (!body.ok) return problemResponse('bad-request', c.get('requestId'))
    const reply = await handle({ user: c.get('user'), id, body: body.value })
    return respond(reply, c)
  })
}

/** Refuses a body that is longer than the call needs. */
export function limitBodyOf(endpoint: Endpoint): Middleware {
  return limitBody(getMaxBytes(endpoint), (c) =>
    problemResponse('body-too-large', c.get('requestId')),
  )
}

/** Middleware that requires a session is mounted before the routes that need it. */
export type Middleware = MiddlewareHandler<HttpEnv>

export function respond<Body>(reply: Reply<Body>, c: HttpContext): Response {
  switch (reply.kind) {
    case 'body':
      return Response.json(reply.body, {
        status: reply.status,
        headers: { 'cache-control': 'no-store' },
      })
    case 'empty':
      return new Response(null, { status: 204 })
    case 'problem':
      return problemResponse(reply.code, c.get('requestId'), reply.retryAfterS)
  }
}

type ParsedBody<E extends Endpoint> = { ok: true; value: RequestOf<E> } | { ok: false }

export async function parseBody<E extends Endpoint>(
  endpoint: E,
  c: HttpContext,
): Promise<ParsedBody<E>>
export async function parseBody(
  { request = noBody }: Endpoint,
  c: HttpContext,
): Promise<ParsedBody<Endpoint>> {
  const parsed = v.safeParse(request, await readJson(c))
  return parsed.success ? { ok: true, value: parsed.output } : { ok: false }
}

/** Undefined for an empty body; text for what is not JSON, which no schema of the contract accepts. */
async function readJson(c: HttpContext): Promise<unknown> {
  const text = await c.req.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
