import type * as v from 'valibot'

type Schema = v.GenericSchema

/**
 * One call between the Mini App and the server: both sides import the same object.
 * `path` holds at most one parameter, written `:id` as Hono reads it.
 */
export type Endpoint<
  Request extends Schema | null = Schema | null,
  Response extends Schema | null = Schema | null,
> = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  /** Schema of the JSON body; null when the call has none. Unknown fields are refused. */
  request: Request
  /** Schema of the JSON answer; null for 204. */
  response: Response
}

export type RequestOf<E extends Endpoint> = E['request'] extends Schema
  ? v.InferOutput<E['request']>
  : undefined
export type ResponseOf<E extends Endpoint> = E['response'] extends Schema
  ? v.InferOutput<E['response']>
  : undefined

/** The path with its parameter filled in. */
export function pathOf(endpoint: Endpoint, id?: string): string {
  return id === undefined ? endpoint.path : endpoint.path.replace(':id', encodeURIComponent(id))
}
