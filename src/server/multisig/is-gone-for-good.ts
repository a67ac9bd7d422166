import type { StoredMultisig, EpochMs } from '../store/stored.ts'
import type { Store } from '../store/store.ts'

/** For how long a chain must have shown no multisig where there was one, in milliseconds. */
const GONE_AFTER_MS = 60 * 60_000

/**
 * Whether links to a multisig must treat it as gone, after its chain has just shown none at its address. A node that is
 * behind its chain shows none either, and a stale link stays stale. So the chain must show none again after
 * {@link GONE_AFTER_MS}, with no other reading in between.
 *
 * @param seenAt when the chain was queried
 */
export async function isGoneForGood(
  { id }: StoredMultisig,
  seenAt: EpochMs,
  { store }: { store: Pick<Store, 'noteMissing'> },
): Promise<boolean> {
  const since = await store.noteMissing(id, seenAt)
  return since !== null && seenAt - since >= GONE_AFTER_MS
}
