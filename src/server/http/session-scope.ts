import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { type Endpoint, getPath } from '#shared/api/endpoint.ts'
import { fixAccount } from '#shared/api/fix-account.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { submitProof } from '#shared/api/submit-proof.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'

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

/**
 * Compares with the one canonical form of each path, so that no other spelling gets access.
 *
 * @param attemptId the session's own attempt; null where the session covers everything
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
