import * as v from 'valibot'
import type { AnySchema, OutputOf } from '../endpoint.ts'

/** What an API key may do. */
export const SCOPES = [
  'wallets:read',
  'wallets:write',
  'requests:read',
  'requests:write',
  'events:read',
  'events:replay',
  'proofs:read',
  'joins:write',
] as const
export type Scope = (typeof SCOPES)[number]

/** One call of the operator's own code, with an API key. `params` holds the names in `path`, in their order. */
export type HostEndpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/v1/${string}`
  scope: Scope
  params: v.GenericSchema<unknown, Record<string, unknown>>
  query: v.GenericSchema<unknown, Record<string, unknown>>
  /** Schema of the JSON body; absent for none. Unknown fields are refused. */
  request?: AnySchema
  /** Schema of the JSON answer; absent for none. */
  response?: AnySchema
  /** Status of success. @default 200 */
  status?: 201 | 202 | 204
}

export const USUAL_STATUS = 200

export const noParams = v.strictObject({})
export const noQuery = v.strictObject({})

const PAGE_SIZE = 100
const MAX_PAGE_SIZE = 1_000

/** Where a page starts: `next` of the previous page. */
const CursorSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))

/** A page: what follows `after`, at most `limit` entries. */
export const PageQuerySchema = v.strictObject({
  after: v.optional(CursorSchema),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,4}$/),
      v.transform(Number),
      v.minValue(1),
      v.maxValue(MAX_PAGE_SIZE),
    ),
    String(PAGE_SIZE),
  ),
})

/** One page of a list. `next` is the cursor of the next page; for events it stays valid for later events. */
export function getPage<Entry extends AnySchema>(entry: Entry) {
  return v.object({ data: v.array(entry), next: v.nullable(CursorSchema) })
}

export type HostParamsOf<E extends HostEndpoint> = v.InferOutput<E['params']>
export type HostQueryOf<E extends HostEndpoint> = v.InferOutput<E['query']>
export type HostRequestOf<E extends HostEndpoint> = OutputOf<E['request']>
export type HostResponseOf<E extends HostEndpoint> = OutputOf<E['response']>
