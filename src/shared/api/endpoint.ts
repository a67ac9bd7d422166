import * as v from 'valibot'

/** A form of a request or an answer. */
export type AnySchema = v.GenericSchema

/** Request schema of calls that name none. */
export const noBody = v.undefined()

/**
 * One call between the Mini App and the server: both sides import the same object.
 * `path` holds at most one parameter, written `:id` as Hono reads it.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  /** Schema of `:id` where it is not one of our ids. */
  id?: v.GenericSchema<string>
  /** Schema of the JSON body; absent for none. Unknown fields are refused. */
  request?: AnySchema
  /** Longest body, in bytes. @default 1,024 */
  maxBytes?: number
  /** Schema of the JSON answer; absent for 204. */
  response?: AnySchema
}

export type RequestOf<E extends Endpoint> = OutputOf<E['request']>
export type ResponseOf<E extends Endpoint> = OutputOf<E['response']>
/** What a schema gives; undefined where there is none. */
export type OutputOf<S> = S extends AnySchema ? v.InferOutput<S> : undefined

const USUAL_MAX_BYTES = 1_024

/** The longest body of a call, in bytes; 0 where it has none. */
export function getMaxBytes({
  request,
  maxBytes = USUAL_MAX_BYTES,
}: Pick<Endpoint, 'request' | 'maxBytes'>): number {
  return request === undefined ? 0 : maxBytes
}

/** The path with its parameter filled in. */
export function getPath(endpoint: Endpoint, id?: string): string {
  return id === undefined ? endpoint.path : endpoint.path.replace(':id', encodeURIComponent(id))
}
