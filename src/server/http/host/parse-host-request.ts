import type { HonoRequest } from 'hono'
import * as v from 'valibot'
import type {
  HostEndpoint,
  HostParamsOf,
  HostQueryOf,
  HostRequestOf,
} from '#shared/api/host/host-endpoint.ts'
import { type HostRefusal, refuseHost } from './host-reply.ts'

/** The input of a call, parsed by its endpoint's own schemas. */
export type HostCall<E extends HostEndpoint> = {
  params: HostParamsOf<E>
  query: HostQueryOf<E>
  body: HostRequestOf<E>
}

export type ParsedHostRequest<E extends HostEndpoint> =
  | { kind: 'parsed'; call: HostCall<E>; text: string }
  | HostRefusal

/** `text` is the body as it came. */
export async function parseHostRequest<E extends HostEndpoint>(
  endpoint: E,
  request: HonoRequest,
): Promise<ParsedHostRequest<E>> {
  const schemas: Pick<E, 'params' | 'query' | 'request'> = endpoint
  const text = await request.text()
  const params = v.safeParse(schemas.params, request.param())
  const query = v.safeParse(schemas.query, singleValues(request.queries()))
  const body = v.safeParse(schemas.request, readJson(text))
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
