import { setTimeout as sleep } from 'node:timers/promises'
import { MULTISIG_MAX_AGE_MS } from '#shared/limits.ts'
import type { StoredMultisig, StoredWallet } from '../store/database/stored.ts'
import type { HttpDeps } from './http-deps.ts'

/** How long a reader waits for the chains, in milliseconds. After that they see the last reading and its age. */
const TIMEOUT_MS = 1_000
/** Maximum number of multisigs that one call refreshes; a poller refreshes linked ones, too. */
const REFRESHED = 20

type Deps = Pick<HttpDeps, 'multisigs' | 'accounts' | 'now'>

/**
 * Reads from the store; if the last reading of a multisig or the last verdict of a contract account is too old, queries
 * the chains and reads once more. A stale link is not refreshed: nothing about it can change.
 *
 * @param getWallets the wallets in the result of `read`
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

/** Refreshes multisigs whose last reading is too old; false if there are none. */
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

/** Multisigs whose reading is too old to show, each once, the oldest first. */
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
