import { currentWords } from '../current-words.ts'
import { createPoller, type Poller } from '../poller.ts'
import type { StoredCollection } from '../store/multisig-store.ts'
import type { Store } from '../store/store.ts'
import { aFewAtOnce } from './a-few-at-once.ts'
import { askElsewhere, type ElsewhereDeps } from './ask-elsewhere.ts'
import { lookPauseMs } from './look-time.ts'
import type { Multisigs } from './multisigs.ts'
import { settle } from './settle.ts'
import { withReading } from './with-reading.ts'

export type WatchDeps = ElsewhereDeps & {
  store: Pick<Store, 'leaseCollections'>
  multisigs: Pick<Multisigs, 'readNow'>
  /** From 0 to below 1: spreads the looks at collections that are no longer young. */
  random: () => number
}

/** How long one process keeps a collection to itself, and the least time between two looks at it, in milliseconds. */
const LEASE_MS = 15_000
const POLL_MS = 5_000
const COLLECTIONS_AT_ONCE = 20
const LOOKS_AT_ONCE = 5

/**
 * Looks after open collections from the store: links those whose chain was down when the last word came, and asks where
 * else owners may have spoken. What fails is tried again.
 */
export function createCollectionWatch(deps: WatchDeps): Poller {
  return createPoller(async (stopping) => ((await lookAfterSome(deps, stopping)) ? 0 : POLL_MS))
}

/**
 * One round. Answers whether there may be more.
 *
 * @param stopping none is begun any more once it is aborted: its lease brings it back
 */
export async function lookAfterSome(deps: WatchDeps, stopping: AbortSignal): Promise<boolean> {
  try {
    const lease = { until: deps.now() + LEASE_MS, limit: COLLECTIONS_AT_ONCE }
    const leased = await deps.store.leaseCollections(lease, deps.now())
    await aFewAtOnce(leased, LOOKS_AT_ONCE, async (collection) => {
      if (!stopping.aborted) await lookAfterOne(collection, deps)
    })
    return leased.length === COLLECTIONS_AT_ONCE
  } catch (error) {
    logFailure(error, deps)
    return false
  }
}

/** One that fails does not stop the others. */
async function lookAfterOne(collection: StoredCollection, deps: WatchDeps): Promise<void> {
  try {
    await lookAfter(collection, deps)
  } catch (error) {
    logFailure(error, deps)
  }
}

function logFailure(error: unknown, { log }: Pick<WatchDeps, 'log'>): void {
  log.error({ error }, 'collections: store failed')
}

async function lookAfter(collection: StoredCollection, deps: WatchDeps): Promise<void> {
  const isTurn = isLookDue(collection, deps)
  if (!isTurn && !isOnlyChainMissing(collection)) return
  const refreshed = await deps.multisigs.readNow(collection.multisig)
  const current = withReading(collection, refreshed.multisig)
  const isAsked = isTurn && refreshed.state === 'current'
  if (!isAsked || current.method !== 'signatures')
    return void (await settle(current, refreshed, deps))
  const elsewhere = await askElsewhere(current, deps)
  // What the account has accepted is settled, or waits for its starter.
  if (elsewhere.verdict !== 'accepted') await settle(elsewhere.collection, refreshed, deps)
}

/** Each lease is one throw of the dice, so that looks come as often as they should whichever process has it. */
function isLookDue({ createdAt }: StoredCollection, { now, random }: WatchDeps): boolean {
  return random() < LEASE_MS / lookPauseMs(now() - createdAt)
}

/** Whether there were enough words, of owners as far as is known, and nothing that is known speaks against them. */
function isOnlyChainMissing(collection: StoredCollection): boolean {
  const { multisig, problem } = collection
  return problem === null && currentWords(collection).length >= multisig.threshold
}
