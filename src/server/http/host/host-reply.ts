import { HOST_PROBLEMS, type HostProblem, type HostProblemCode } from '#shared/host-problem.ts'
import type { StoredReply } from '../../store/api-keys/idempotency-keys.ts'

/** The outcome of a call of the host API: its endpoint's answer, or one of the closed list of problems. */
export type HostReply<Body> = HostAnswered<Body> | HostRefusal

/** `userId`: the member whom the body names; null if it names none, or is not stored. */
type HostAnswered<Body> = { kind: 'answer'; body: Body; userId: string | null }

export type HostRefusal = {
  kind: 'problem'
  code: HostProblemCode
  /** Seconds for the `Retry-After` header. */
  retryAfterS?: number
  /** A sentence about this very request; it stands before the problem's own action. */
  hint?: string
}

/** The answer of endpoints that send nothing but their status. */
export const hostDone: HostReply<undefined> = answerHost(undefined)

export function answerHost<Body>(body: Body, userId: string | null = null): HostReply<Body> {
  return { kind: 'answer', body, userId }
}

/** @param retryAfterS seconds for the `Retry-After` header */
export function refuseHost(code: HostProblemCode, retryAfterS?: number): HostRefusal {
  return retryAfterS === undefined
    ? { kind: 'problem', code }
    : { kind: 'problem', code, retryAfterS }
}

/**
 * The reply as it is sent, and stored for repetitions of the request.
 *
 * @param success status of the endpoint's answer
 */
export function renderHostReply<Body>(
  reply: HostReply<Body>,
  { success, requestId }: { success: number; requestId: string },
): StoredReply {
  if (reply.kind === 'problem')
    return { status: HOST_PROBLEMS[reply.code].status, body: problemText(reply, requestId) }
  return {
    status: success,
    body: reply.body === undefined ? null : JSON.stringify(reply.body),
  }
}

const FIRST_PROBLEM_STATUS = 400
const UNAUTHORIZED = 401

export function hostResponse(
  { status, body }: StoredReply,
  headers: Record<string, string> = {},
): Response {
  const response = new Response(body, { status, headers })
  response.headers.set('cache-control', 'no-store')
  if (body !== null) {
    const type = status >= FIRST_PROBLEM_STATUS ? 'application/problem+json' : 'application/json'
    response.headers.set('content-type', type)
  }
  return response
}

export function hostRefusalResponse(refusal: HostRefusal, requestId: string): Response {
  const { code, retryAfterS } = refusal
  const { status } = HOST_PROBLEMS[code]
  const response = hostResponse({ status, body: problemText(refusal, requestId) })
  if (retryAfterS !== undefined) response.headers.set('retry-after', String(retryAfterS))
  // RFC 9110, section 11.6.1.
  if (status === UNAUTHORIZED) response.headers.set('www-authenticate', 'Bearer')
  return response
}

/** Problem details as in RFC 9457: `title` says what is wrong, `detail` how to resolve it. */
function problemText({ code, hint }: HostRefusal, requestId: string): string {
  const { status, title, action } = HOST_PROBLEMS[code]
  const problem: HostProblem = {
    type: `urn:clasp:problem:${code}`,
    title,
    detail: hint === undefined ? action : `${hint} ${action}`,
    status,
    code,
    requestId,
  }
  return JSON.stringify(problem)
}
