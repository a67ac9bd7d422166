import type { Poller } from '../process/poller.ts'
import type { Store } from '../store/store.ts'
import { createMultisigChecks } from './check-multisigs.ts'
import type { Cosignings } from './cosignings.ts'
import { createCosignings, type CosigningsDeps } from './create-cosignings.ts'
import { createMultisigs, type MultisigsDeps } from './create-multisigs.ts'
import { createCosigningSweeper } from './cosigning-sweeper.ts'
import { createCosigningWatch } from './watch-cosignings.ts'

export type MultisigPartsDeps = MultisigsDeps &
  Omit<CosigningsDeps, 'multisigs'> & {
    store: Store
    /** From 0 to below 1: spreads the requests to other services over time. */
    random: () => number
  }

/** Multisigs, cosignings, and the pollers for both. The pollers are not started. */
export function createMultisigParts(deps: MultisigPartsDeps): {
  multisigs: ReturnType<typeof createMultisigs>
  cosignings: Cosignings
  pollers: readonly Poller[]
} {
  const multisigs = createMultisigs(deps)
  const parts = { ...deps, multisigs }
  return {
    multisigs,
    cosignings: createCosignings(parts),
    pollers: [
      createMultisigChecks(parts),
      createCosigningWatch(parts),
      createCosigningSweeper(parts),
    ],
  }
}
