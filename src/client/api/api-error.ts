import type { ProblemCode } from '#shared/problem.ts'

type Details = {
  /** The server's Retry-After, in milliseconds; null when it sent none. */
  retryAfterMs?: number | null
  /** Whether the request timed out. @default false */
  isTimeout?: boolean
  cause?: unknown
}

/** Why a call failed: one code of the closed list, from the server or from this device. Holds no personal data. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ProblemCode
  readonly retryAfterMs: number | null
  readonly isTimeout: boolean

  constructor(code: ProblemCode, details: Details = {}) {
    super(code, { cause: details.cause })
    this.code = code
    this.retryAfterMs = details.retryAfterMs ?? null
    this.isTimeout = details.isTimeout ?? false
  }
}

/** The code of anything that a call threw; `internal` for errors that are not ours. */
export function getProblemCode(error: unknown): ProblemCode {
  return error instanceof ApiError ? error.code : 'internal'
}

/** For `catch`: lets a call end as if it had not failed where it failed for one of these reasons. */
export function unless(...codes: readonly ProblemCode[]): (error: unknown) => void {
  return (error) => {
    if (!codes.includes(getProblemCode(error))) throw error
  }
}
