import * as v from 'valibot'
import { type Attempt, AttemptIdSchema } from '#shared/attempt.ts'
import { CollectionCodeSchema } from '#shared/codes.ts'
import { EVM_ATTEMPT_TTL_MS } from '#shared/limits.ts'
import { RequestCodeSchema } from '#shared/request.ts'
import { FAMILIES, type Family } from '#shared/wallet.ts'
import type { UserStorage } from '../../api/user-storage.ts'
import { type Delivery, DeliverySchema } from './delivery.ts'

const DELIVERY_KEY = 'delivery'

const RememberedSchema = v.object({
  id: AttemptIdSchema,
  /** Until when its member is led back to it at the start. */
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Whether the member has been sent to a wallet, and to none of another family since. */
  isOpened: v.boolean(),
  requestCode: v.nullable(RequestCodeSchema),
  cosignCode: v.optional(v.nullable(CollectionCodeSchema), null),
})

type Remembered = v.InferOutput<typeof RememberedSchema>

const KeptDeliverySchema = v.object({ id: AttemptIdSchema, delivery: DeliverySchema })

/** The attempts that this device is in the middle of, one a family, so that a reload loses nothing. */
export type AttemptMemory = {
  id(family: Family): string | null
  /** The attempt to go back to at the start: one that a wallet may have answered meanwhile. */
  toResume(now: number): Pick<Attempt, 'id' | 'requestCode' | 'cosignCode'> | null
  keep(attempt: Attempt, progress: 'made' | 'opened'): void
  /** What a wallet has given but the server has not answered yet. */
  deliveryOf(id: string): Delivery | null
  keepDelivery(id: string, delivery: Delivery): void
  dropDelivery(id: string): void
  /** Forgets this attempt, but not one that was made since. */
  forget(attempt: Pick<Attempt, 'id' | 'family'>): void
}

export function createAttemptMemory(storage: UserStorage): AttemptMemory {
  const read = (family: Family) => storage.read(keyOf(family), RememberedSchema)
  const write = (family: Family, kept: Remembered) => storage.write(keyOf(family), kept)
  const deliveryOf = (id: string) => {
    const kept = storage.read(DELIVERY_KEY, KeptDeliverySchema)
    return kept?.id === id ? kept.delivery : null
  }

  function dropDelivery(id: string): void {
    if (deliveryOf(id) !== null) storage.remove(DELIVERY_KEY)
  }

  /** The member looks at one attempt at a time. */
  function leaveOthers(opened: Family): void {
    for (const family of FAMILIES) {
      const kept = family === opened ? null : read(family)
      if (kept !== null) write(family, { ...kept, isOpened: false })
    }
  }

  return {
    id: (family) => read(family)?.id ?? null,
    toResume(now) {
      const isLive = (kept: Remembered | null) =>
        kept?.isOpened === true && Date.parse(kept.expiresAt) > now
      return FAMILIES.map(read).find(isLive) ?? null
    },
    keep(attempt, progress) {
      const { id, family, requestCode, cosignCode } = attempt
      const isOpened = progress === 'opened'
      if (isOpened) leaveOthers(family)
      write(family, { id, expiresAt: resumedUntil(attempt), isOpened, requestCode, cosignCode })
    },
    deliveryOf,
    keepDelivery: (id, delivery) => storage.write(DELIVERY_KEY, { id, delivery }),
    dropDelivery,
    forget({ id, family }) {
      if (read(family)?.id === id) storage.remove(keyOf(family))
      dropDelivery(id)
    },
  }
}

/** One that waits for the owners of a multisig lasts for days: only at first is it what the member comes back for. */
function resumedUntil({ createdAt, expiresAt }: Attempt): string {
  const last = Date.parse(createdAt) + EVM_ATTEMPT_TTL_MS
  return new Date(Math.min(last, Date.parse(expiresAt))).toISOString()
}

function keyOf(family: Family): string {
  return `attempt/${family}`
}
