import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { type Endpoint, getPath } from '#shared/api/endpoint.ts'
import { fixAccount } from '#shared/api/fix-account.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { submitProof } from '#shared/api/submit-proof.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'

/**
 * What a session may call that a ticket opened for one attempt: these, of that attempt. Everything
 * else behind a session is closed to it, whatever is added there later.
 */
const ATTEMPT_SCOPE: readonly Endpoint[] = [
  getAttempt,
  updateAttempt,
  cancelAttempt,
  fixAccount,
  submitProof,
]

/**
 * Compares with the one way in which each path is written, so that no other spelling of it opens a door.
 *
 * @param attemptId the session's own attempt; null where the session is for everything
 * @param request `path` as the router matches it
 */
export function isInScope(
  attemptId: string | null,
  request: { method: string; path: string },
): boolean {
  if (attemptId === null) return true
  return ATTEMPT_SCOPE.some(
    (endpoint) =>
      endpoint.method === request.method && getPath(endpoint, attemptId) === request.path,
  )
}
