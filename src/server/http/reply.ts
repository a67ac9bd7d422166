import { PROBLEMS, type Problem, type ProblemCode } from '#shared/problem.ts'
import { PROBLEM_LINES } from '../log/problem-lines.ts'

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
