import { createHash, randomBytes } from 'node:crypto'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { type Endpoint, getPath } from '#shared/api/endpoint.ts'
import { fixAccount } from '#shared/api/fix-account.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { submitProof } from '#shared/api/submit-proof.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import type { Store } from '../store/store.ts'
import { problemResponse, type Middleware, type Refusal, respond } from './route.ts'
import { type RateLimit, takeOne, type Rate } from '../store/database/rate-limits.ts'
import type { HttpDeps } from './http-deps.ts'
import { refuseFor } from './refuse-for.ts'

const TOKEN_BYTES = 32

/**
 * The endpoints that a ticket's session may call, for its own attempt only. All other endpoints behind a session are
 * closed to it, including those added later.
 */
const ATTEMPT_SCOPE: readonly Endpoint[] = [
  getAttempt,
  updateAttempt,
  cancelAttempt,
  fixAccount,
  submitProof,
]

/** A new bearer token: 32 random bytes in base64url. Only its hash is ever stored. */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}

/** The credentials of an `Authorization` header of this scheme, or undefined. */
export function credentials(
  scheme: 'tma' | 'Bearer',
  header: string | undefined,
): string | undefined {
  const [name, rest] = splitOnce(header ?? '')
  return name.toLowerCase() === scheme.toLowerCase() && rest !== '' ? rest : undefined
}

/** Lets a request through only with an active session whose scope covers it, and sets the member for the route. */
export function requireSession(store: Store, now: () => number): Middleware {
  return async (c, next) => {
    const token = credentials('Bearer', c.req.header('authorization'))
    if (token === undefined) return problemResponse('session-missing', c.get('requestId'))
    const session = await store.findSession(hashToken(token), now())
    if (!session) return problemResponse('session-expired', c.get('requestId'))
    if (!isInScope(session.attemptId, c.req))
      return problemResponse('session-limited', c.get('requestId'))
    c.set('user', session.user)
    c.set('owner', `member:${session.user.id}`)
    return next()
  }
}

function splitOnce(header: string): [string, string] {
  const space = header.indexOf(' ')
  return space < 0 ? [header, ''] : [header.slice(0, space), header.slice(space + 1).trim()]
}

/**
 * Compares with the one canonical form of each path, so that no other spelling gets access.
 *
 * @param attemptId the session's own attempt; null where the session covers everything
 * @param request `path` as the router matches it
 */
function isInScope(attemptId: string | null, request: { method: string; path: string }): boolean {
  if (attemptId === null) return true
  return ATTEMPT_SCOPE.some(
    (endpoint) =>
      endpoint.method === request.method && getPath(endpoint, attemptId) === request.path,
  )
}

/** How often one member may call: far more than the Mini App does. */
const MEMBER_RATE: Rate = { perSecond: 20, burst: 60 }

/** Takes one request from a member's rate; answers a refusal when none is left. */
export async function enforceRateLimit(
  limit: RateLimit,
  deps: Pick<HttpDeps, 'store' | 'now'>,
): Promise<Refusal | undefined> {
  const waitMs = await takeOne(limit, deps)
  return waitMs === 0 ? undefined : refuseFor('rate-limited', waitMs)
}

/** Runs behind the session: each member has their own rate, on all their devices together. */
export function limitMembers(deps: Pick<HttpDeps, 'store' | 'now'>): Middleware {
  return async (c, next) => {
    const rateLimit = { subject: `member:${c.get('user').id}`, rate: MEMBER_RATE }
    const refusal = await enforceRateLimit(rateLimit, deps)
    return refusal ? respond(refusal, c) : next()
  }
}
