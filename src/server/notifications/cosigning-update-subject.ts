import { getCurrentConfirmations } from '#server/multisig/get-current-confirmations.ts'
import type { CosigningUpdate, StoredEvent } from '#server/store/events/stored-event.ts'
import type { StoredCosigning } from '#server/store/multisigs/cosigning-rows.ts'
import type { Store } from '#server/store/store.ts'
import { findConfirmation } from '#server/multisig/find-confirmation.ts'
import type { CosigningState } from '#shared/multisig.ts'
import type { EpochMs } from '#server/store/stored.ts'

type CosigningUpdateEvent = Extract<StoredEvent, { type: 'cosigning.updated' }>

/** An update of a cosigning, with the cosigning as it is at the time of the notification. */
export type CosigningUpdateSubject = CosigningUpdateEvent & { cosigning: StoredCosigning }

/** Undefined when the cosigning is gone, or the update is out of date. */
export async function findCosigningUpdateSubject(
  event: CosigningUpdateEvent,
  store: Pick<Store, 'findCosigning'>,
  now: EpochMs,
): Promise<CosigningUpdateSubject | undefined> {
  const cosigning = await store.findCosigning(event.code, now)
  if (cosigning === undefined || !isCurrent(event, cosigning)) return undefined
  return { ...event, cosigning }
}

/** The state that a cosigning must have for its update to be sent; null for any. */
const STATES: Readonly<Record<CosigningUpdate, CosigningState | null>> = {
  asked: 'open',
  signed: 'open',
  reminder: 'open',
  completed: 'complete',
  cancelled: 'cancelled',
  expired: 'expired',
  stale: null,
}

function isCurrent(event: CosigningUpdateEvent, cosigning: StoredCosigning): boolean {
  const state = STATES[event.update]
  if (state !== null && state !== cosigning.state) return false
  switch (event.update) {
    case 'asked':
    case 'reminder':
      return cosigning.starter.id === event.userId || !findConfirmation(cosigning, event.userId)
    case 'signed':
      return getCurrentConfirmations(cosigning).length > 0 && !isOld(event, cosigning)
    default:
      return true
  }
}

/** Whether another member has confirmed since. That confirmation's own update has the newer count. */
function isOld(
  { createdAt }: CosigningUpdateEvent,
  { confirmations, starter }: StoredCosigning,
): boolean {
  return confirmations.some(
    ({ user, givenAt }) => givenAt > createdAt && user !== null && user.id !== starter.id,
  )
}
