import type { HostProblemCode } from '#shared/host-problem.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { hostRefusalResponse, refuseHost } from './host/host-reply.ts'
import type { HttpContext } from './http-env.ts'
import { problemResponse } from './route.ts'

/** A problem that both APIs have, in the form of the API that was called. */
export function sharedProblem(
  code: ProblemCode & HostProblemCode,
  c: HttpContext,
  retryAfterS?: number,
): Response {
  const requestId = c.get('requestId')
  return isHostCall(c)
    ? hostRefusalResponse(refuseHost(code, retryAfterS), requestId)
    : problemResponse(code, requestId, retryAfterS)
}

/** No route fits the request. */
export function noRoute(c: HttpContext): Response {
  const requestId = c.get('requestId')
  return isHostCall(c)
    ? hostRefusalResponse(refuseHost('no-such-call'), requestId)
    : problemResponse('not-found', requestId)
}

function isHostCall({ req }: HttpContext): boolean {
  return req.path === '/v1' || req.path.startsWith('/v1/')
}
