import { setTimeout as sleep } from 'node:timers/promises'
import { MULTISIG_MAX_AGE_MS } from '#shared/limits.ts'
import type { StoredMultisig, StoredWallet } from '../store/stored.ts'
import type { HttpDeps } from './http-deps.ts'

/** How long whoever reads waits for the chains, in milliseconds: then they see the reading that there is, and how old it is. */
const TIMEOUT_MS = 1_000
/** How many multisigs one call has read again: a poller reads those that are linked, too. */
const REFRESHED = 20

type Deps = Pick<HttpDeps, 'multisigs' | 'accounts' | 'now'>

/**
 * Reads from the store, and once more if chains were asked in between: where the last reading of a multisig, or the last
 * verdict of a contract account, is too old for the link to it to be shown, or told. Of a link that is known not to hold
 * nothing new can be told.
 *
 * @param getWallets the wallets in what was read
 */
export async function readFresh<Read>(
  read: () => Promise<Read>,
  getWallets: (read: Read) => readonly StoredWallet[],
  deps: Deps,
): Promise<Read> {
  const first = await read()
  const wallets = getWallets(first).filter(({ staleAt }) => staleAt === null)
  const multisigs = oldOnes(
    wallets.flatMap(({ multisig }) => multisig ?? []),
    deps,
  )
  const accounts = await deps.accounts.findOld(wallets)
  if (multisigs.length + accounts.length === 0) return first
  await waitShortly(Promise.all([refresh(multisigs, deps), deps.accounts.check(accounts)]))
  return read()
}

/** Has those read again whose last reading is too old; false if there are none. */
export async function refreshOld(
  multisigs: readonly StoredMultisig[],
  deps: Pick<Deps, 'multisigs' | 'now'>,
): Promise<boolean> {
  const old = oldOnes(multisigs, deps)
  if (old.length === 0) return false
  await waitShortly(refresh(old, deps))
  return true
}

function refresh(
  old: readonly StoredMultisig[],
  { multisigs }: Pick<Deps, 'multisigs'>,
): Promise<unknown> {
  return Promise.all(old.map((multisig) => multisigs.refresh(multisig, MULTISIG_MAX_AGE_MS)))
}

async function waitShortly(asking: Promise<unknown>): Promise<void> {
  const timeout = new AbortController()
  const waiting = sleep(TIMEOUT_MS, undefined, { signal: timeout.signal })
  await Promise.race([asking, waiting]).finally(() => timeout.abort())
}

/** Those whose reading is too old to be told, each once, the oldest first. */
function oldOnes(
  multisigs: readonly StoredMultisig[],
  { now }: Pick<Deps, 'now'>,
): StoredMultisig[] {
  const before = now() - MULTISIG_MAX_AGE_MS
  const byId = new Map(multisigs.map((multisig) => [multisig.id, multisig]))
  return [...byId.values()]
    .filter(({ checkedAt }) => checkedAt < before)
    .toSorted((one, other) => one.checkedAt - other.checkedAt)
    .slice(0, REFRESHED)
}
