/** The trace of a caller, as it named it. */
export type Trace = {
  /** 32 hex digits. */
  traceId: string
  /** The whole header. */
  traceparent: string
}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/**
 * Null for no header, one that is not valid, or one of a later version.
 *
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function parseTraceparent(header: string | undefined): Trace | null {
  const traceparent = header?.trim() ?? ''
  const traceId = TRACEPARENT.exec(traceparent)?.[1]
  return traceId === undefined ? null : { traceId, traceparent }
}
