import type { Poller } from '../poller.ts'
import type { Store } from '../store/store.ts'
import { createMultisigChecks } from './check-multisigs.ts'
import type { Collections } from './collections.ts'
import { createCollections, type CollectionsDeps } from './create-collections.ts'
import { createMultisigs, type MultisigsDeps } from './create-multisigs.ts'
import { createCollectionTending } from './tend-collections.ts'
import { createCollectionWatch } from './watch-collections.ts'

export type MultisigPartsDeps = MultisigsDeps &
  Omit<CollectionsDeps, 'multisigs'> & {
    store: Store
    /** From 0 to below 1: spreads what is asked of others. */
    random: () => number
  }

/** Multisigs, the collections of their owners' words, and whoever looks after both. The pollers are not started. */
export function createMultisigParts(deps: MultisigPartsDeps): {
  multisigs: ReturnType<typeof createMultisigs>
  collections: Collections
  pollers: readonly Poller[]
} {
  const multisigs = createMultisigs(deps)
  const parts = { ...deps, multisigs }
  return {
    multisigs,
    collections: createCollections(parts),
    pollers: [
      createMultisigChecks(parts),
      createCollectionWatch(parts),
      createCollectionTending(parts),
    ],
  }
}
