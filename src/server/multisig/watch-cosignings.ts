import { getCurrentConfirmations, withReading } from './cosignings.ts'
import { createPoller, type Poller } from '../process/poller.ts'
import type { StoredCosigning, SignedCosigning } from '../store/rows/cosigning-rows.ts'
import type { Store } from '../store/store.ts'
import { mapLimit } from './map-limit.ts'
import type { Multisigs } from './multisigs.ts'
import { linkIfComplete } from './link-if-complete.ts'
import { safeMessageHash } from '#shared/safe-message.ts'
import { recoverCoSigner } from './co-signatures.ts'
import { decodeHex } from '#shared/hex.ts'
import type { LinkDeps } from './complete.ts'
import { type Tried, tryBundle } from './try-bundle.ts'
import type { SafeService } from '../chains/safe-service.ts'

export type WatchDeps = ElsewhereDeps & {
  store: Pick<Store, 'leaseCosignings'>
  multisigs: Pick<Multisigs, 'readNow'>
  /** From 0 to below 1: spreads the checks of older cosignings over time. */
  random: () => number
}

/** How long one process leases a cosigning, and the shortest time between two checks of it, in milliseconds. */
const LEASE_MS = 15_000
const POLL_MS = 5_000
const COSIGNINGS_AT_ONCE = 20
const REFRESHES_AT_ONCE = 5

/**
 * Polls the open cosignings. Links those whose chain was down when the last confirmation came, and checks the other
 * places where owners may have confirmed. Failures are retried.
 */
export function createCosigningWatch(deps: WatchDeps): Poller {
  return createPoller(async (stopping) => ((await refreshSome(deps, stopping)) ? 0 : POLL_MS))
}

/**
 * One round. Returns whether there may be more.
 *
 * @param stopping once aborted, no further cosigning is refreshed: each is due again when its lease ends
 */
export async function refreshSome(deps: WatchDeps, stopping: AbortSignal): Promise<boolean> {
  try {
    const lease = { until: deps.now() + LEASE_MS, limit: COSIGNINGS_AT_ONCE }
    const leased = await deps.store.leaseCosignings(lease, deps.now())
    await mapLimit(leased, REFRESHES_AT_ONCE, async (cosigning) => {
      if (!stopping.aborted) await refreshOne(cosigning, deps)
    })
    return leased.length === COSIGNINGS_AT_ONCE
  } catch (error) {
    logFailure(error, deps)
    return false
  }
}

/** A failure does not stop the other refreshes. */
async function refreshOne(cosigning: StoredCosigning, deps: WatchDeps): Promise<void> {
  try {
    await refreshCosigning(cosigning, deps)
  } catch (error) {
    logFailure(error, deps)
  }
}

function logFailure(error: unknown, { log }: Pick<WatchDeps, 'log'>): void {
  log.error({ error }, 'cosignings: store failed')
}

async function refreshCosigning(cosigning: StoredCosigning, deps: WatchDeps): Promise<void> {
  const isDue = isRefreshDue(cosigning, deps)
  if (!isDue && !isOnlyChainMissing(cosigning)) return
  const refreshed = await deps.multisigs.readNow(cosigning.multisig)
  const current = withReading(cosigning, refreshed.multisig)
  const isAsked = isDue && refreshed.state === 'current'
  if (!isAsked || current.method !== 'signatures')
    return void (await linkIfComplete(current, refreshed, deps))
  const elsewhere = await askElsewhere(current, deps)
  // If the account has accepted, the cosigning is settled, or waits for its starter.
  if (elsewhere.verdict !== 'accepted') await linkIfComplete(elsewhere.cosigning, refreshed, deps)
}

/** Draws a random number at each lease, so that checks have the right frequency whichever process holds the lease. */
function isRefreshDue({ createdAt }: StoredCosigning, { now, random }: WatchDeps): boolean {
  return random() < LEASE_MS / refreshPauseMs(now() - createdAt)
}

/** Whether there were enough confirmations of owners, as far as is known, and no problem is known. */
function isOnlyChainMissing(cosigning: StoredCosigning): boolean {
  const { multisig, problem } = cosigning
  return problem === null && getCurrentConfirmations(cosigning).length >= multisig.threshold
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** Shortest and longest time between two checks for confirmations that others have gathered, in milliseconds. */
const SOONEST_MS = 15 * SECOND_MS
const LATEST_MS = 15 * MINUTE_MS
/** The pause before the next check, as a share of the cosigning's age. */
const SHARE_OF_AGE = 0.1

/**
 * How long to wait between two checks elsewhere for a cosigning of this age, in milliseconds. Most confirmations come
 * soon after the start, or late. This makes about 330 checks in 72 hours, because services limit how often they are
 * queried.
 */
export function refreshPauseMs(ageMs: number): number {
  return Math.min(LATEST_MS, Math.max(SOONEST_MS, ageMs * SHARE_OF_AGE))
}

type ElsewhereDeps = LinkDeps & {
  store: Pick<Store, 'addGathered'>
  safeService: SafeService | null
}

/** Longest signature that is sent to a chain, in hex digits after `0x`: 16 KiB. */
const LONGEST_HEX = 2 * 16 * 1024

/**
 * Checks the other places where owners may have confirmed this text: on the chain, and in Safe's own app. A signature
 * that the account accepts links it. Single signatures are stored as confirmations. Returns the cosigning as it then
 * is, and whether the account accepted anything.
 *
 * @param cosigning an open one, with its multisig as the chain has just shown it
 */
async function askElsewhere(cosigning: SignedCosigning, deps: ElsewhereDeps): Promise<Tried> {
  const onChain = await tryBundle(cosigning, { signature: new Uint8Array() }, deps)
  if (onChain.verdict === 'accepted' || deps.safeService === null) return onChain
  const { multisig, message } = cosigning
  const hash = safeMessageHash(multisig, message)
  const gathered = await deps.safeService.getSignatures(multisig.chainId, hash)
  if (typeof gathered === 'string') return onChain
  const prepared = await tryPrepared(cosigning, gathered.prepared, deps)
  if (prepared?.verdict === 'accepted') return prepared
  const confirmed = gathered.confirmations
    .map(({ signature }) => readSigned(hash, signature))
    .filter((confirmation) => confirmation !== null)
  return { ...onChain, cosigning: await keep(cosigning, confirmed, deps) }
}

async function tryPrepared(
  cosigning: SignedCosigning,
  prepared: string | null,
  deps: ElsewhereDeps,
): Promise<Tried | null> {
  const signature = prepared === null ? null : readHex(prepared)
  if (signature === null || signature.length === 0) return null
  return tryBundle(cosigning, { signature }, deps)
}

type ReadSignature = { owner: string; signature: Uint8Array }

/** Recovers the owner from the signature: the service's own claim is not trusted. */
function readSigned(
  hash: ReturnType<typeof safeMessageHash>,
  signature: string,
): ReadSignature | null {
  const bytes = readHex(signature)
  return bytes && recoverCoSigner(hash, bytes)
}

async function keep(
  cosigning: StoredCosigning,
  confirmations: readonly ReadSignature[],
  deps: ElsewhereDeps,
): Promise<StoredCosigning> {
  const { code, multisig } = cosigning
  const has = ({ owner }: ReadSignature) =>
    cosigning.confirmations.some((confirmation) => confirmation.owner === owner)
  const added = confirmations.filter(
    (confirmation) => multisig.owners.includes(confirmation.owner) && !has(confirmation),
  )
  if (added.length === 0) return cosigning
  await deps.store.addGathered(code, added, deps.now())
  return (await deps.store.findCosigning(code, deps.now())) ?? cosigning
}

function readHex(text: string): Uint8Array | null {
  return text.length <= '0x'.length + LONGEST_HEX ? decodeHex(text) : null
}
