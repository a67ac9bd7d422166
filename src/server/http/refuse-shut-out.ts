import { lookUpCode } from '../look-up-code.ts'
import type { StoredUser } from '../store/store.ts'
import type { HttpDeps } from './http-deps.ts'
import { refuseOutsider } from './refuse-outsider.ts'
import { refuseFor } from './refuse-for.ts'
import type { Refusal } from './reply.ts'

/**
 * Whoever may not answer the request hears so before they connect a wallet for it. A code that leads nowhere is one looked
 * for, as anywhere else, and a wallet can be linked all the same.
 */
export async function refuseShutOut(
  user: StoredUser,
  requestCode: string | undefined,
  deps: HttpDeps,
): Promise<Refusal | undefined> {
  if (requestCode === undefined) return undefined
  const looked = await lookUpCode(user, () => deps.store.findRequest(requestCode), deps)
  if (looked.outcome === 'hurried') return refuseFor('rate-limited', looked.waitMs)
  if (looked.outcome === 'unknown') return undefined
  const refusal = await refuseOutsider(user, looked.found, deps)
  return refusal?.code === 'members-only' ? refusal : undefined
}
