import type { Context, Hono, MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import type { Endpoint, RequestOf, ResponseOf } from '#shared/api/endpoint.ts'
import type { StoredUser } from '../store/stored.ts'
import type { HttpEnv } from './http-env.ts'
import { problemResponse, type Reply } from './reply.ts'

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
export const IdSchema = v.pipe(v.string(), v.regex(/^[\w-]{22}$/))

/**
 * Serves one endpoint of the contract to a signed-in member. The endpoint's own schema parses the body before the
 * handler sees it, and the handler can answer only what the contract allows.
 */
export function serveMember<E extends Endpoint>(
  app: Hono<HttpEnv>,
  endpoint: E,
  handle: (request: MemberRequest<E>) => Promise<Reply<ResponseOf<E>>>,
): void {
  const idSchema = endpoint.id ?? IdSchema
  app.on(endpoint.method, endpoint.path, async (c) => {
    const id = c.req.param('id') ?? ''
    if (id !== '' && !v.is(idSchema, id)) return problemResponse('not-found', c.get('requestId'))
    const body = await parseBody(endpoint, c)
    if (!body.ok) return problemResponse('bad-request', c.get('requestId'))
    const reply = await handle({ user: c.get('user'), id, body: body.value })
    return respond(reply, c)
  })
}

/** Middleware that requires a session is mounted before the routes that need it. */
export type Middleware = MiddlewareHandler<HttpEnv>

export function respond<Body>(reply: Reply<Body>, c: Context<HttpEnv>): Response {
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
  c: Context<HttpEnv>,
): Promise<ParsedBody<E>> {
  const schema: E['request'] = endpoint.request
  const parsed = v.safeParse(schema, await readJson(c))
  return parsed.success ? { ok: true, value: parsed.output } : { ok: false }
}

/** Undefined for an empty body; text for what is not JSON, which no schema of the contract accepts. */
async function readJson(c: Context<HttpEnv>): Promise<unknown> {
  const text = await c.req.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
