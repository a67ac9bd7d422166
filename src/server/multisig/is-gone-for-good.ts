import type { StoredMultisig, EpochMs } from '../store/stored.ts'
import type { Store } from '../store/store.ts'

/** For how long a chain must have shown no multisig where there was one, in milliseconds. */
const GONE_AFTER_MS = 60 * 60_000

/**
 * Whether a multisig of which its chain has just shown nothing is gone as far as links to it are concerned. A node that is
 * behind its chain shows none either, and what is stale stays so: it must be seen again after a while, with no other
 * reading in between.
 *
 * @param seenAt the moment of the question
 */
export async function isGoneForGood(
  { id }: StoredMultisig,
  seenAt: EpochMs,
  { store }: { store: Pick<Store, 'noteMissing'> },
): Promise<boolean> {
  const since = await store.noteMissing(id, seenAt)
  return since !== null && seenAt - since >= GONE_AFTER_MS
}
