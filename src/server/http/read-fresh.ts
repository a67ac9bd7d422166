import { setTimeout as sleep } from 'node:timers/promises'
import { MULTISIG_MAX_AGE_MS } from '#shared/limits.ts'
import type { StoredMultisig } from '../store/multisig-store.ts'
import type { StoredWallet } from '../store/store.ts'
import type { HttpDeps } from './http-deps.ts'

/** How long whoever reads waits for the chains, in milliseconds: then they see the reading that there is, and how old it is. */
const PATIENCE_MS = 1_000
/** How many multisigs one call has read again: a poller reads those that are linked, too. */
const REFRESHED = 20

type Deps = Pick<HttpDeps, 'multisigs' | 'now'>

/**
 * Reads from the store, and once more if chains were asked in between: where the last reading of a multisig is too old for
 * the link to it to be shown, or told. Of a link that is known not to hold nothing new can be told.
 *
 * @param walletsOf the wallets in what was read
 */
export async function readFresh<Read>(
  read: () => Promise<Read>,
  walletsOf: (read: Read) => readonly Pick<StoredWallet, 'staleAt' | 'multisig'>[],
  deps: Deps,
): Promise<Read> {
  const first = await read()
  const multisigs = walletsOf(first).flatMap(({ staleAt, multisig }) =>
    multisig && staleAt === null ? [multisig] : [],
  )
  return (await refreshOld(multisigs, deps)) ? read() : first
}

/** Has those read again whose last reading is too old; false if there are none. */
export async function refreshOld(
  multisigs: readonly StoredMultisig[],
  deps: Deps,
): Promise<boolean> {
  const old = oldOnes(multisigs, deps)
  if (old.length === 0) return false
  const patience = new AbortController()
  const asking = Promise.all(
    old.map((multisig) => deps.multisigs.refresh(multisig, MULTISIG_MAX_AGE_MS)),
  )
  const waiting = sleep(PATIENCE_MS, undefined, { signal: patience.signal })
  await Promise.race([asking, waiting]).finally(() => patience.abort())
  return true
}

/** Those whose reading is too old to be told, each once, the oldest first. */
function oldOnes(multisigs: readonly StoredMultisig[], { now }: Deps): StoredMultisig[] {
  const before = now() - MULTISIG_MAX_AGE_MS
  const byId = new Map(multisigs.map((multisig) => [multisig.id, multisig]))
  return [...byId.values()]
    .filter(({ checkedAt }) => checkedAt < before)
    .toSorted((one, other) => one.checkedAt - other.checkedAt)
    .slice(0, REFRESHED)
}
