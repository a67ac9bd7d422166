import { lookUpCode } from '../requests/look-up-code.ts'
import type { StoredUser } from '../store/stored.ts'
import type { HttpDeps } from './http-deps.ts'
import { requireMembership } from './require-membership.ts'
import { refuseFor } from './refuse-for.ts'
import type { Refusal } from './reply.ts'

/**
 * Refuses a member who may not answer the request before they connect a wallet for it. An unknown code counts as a
 * failed look-up, as elsewhere, but a wallet can be linked all the same.
 */
export async function requireEligibility(
  user: StoredUser,
  requestCode: string | undefined,
  deps: HttpDeps,
): Promise<Refusal | undefined> {
  if (requestCode === undefined) return undefined
  const lookup = await lookUpCode(user, () => deps.store.findRequest(requestCode), deps)
  if (lookup.outcome === 'limited') return refuseFor('rate-limited', lookup.waitMs)
  if (lookup.outcome === 'unknown') return undefined
  const refusal = await requireMembership(user, lookup.found, deps)
  return refusal?.code === 'members-only' ? refusal : undefined
}
