import { createPoller, type Poller } from '../poller.ts'
import type { Store } from '../store/store.ts'
import { ACCOUNTS_A_BATCH, judgeAccounts, type JudgeAccountsDeps } from './judge-accounts.ts'

export type AccountChecksDeps = JudgeAccountsDeps & { store: Pick<Store, 'leaseAccountChecks'> }

/** How long one process keeps a link to itself, in milliseconds; one that has no verdict waits for its end. */
const LEASE_MS = 5 * 60_000
/** Rest between two rounds, in milliseconds, so that chains are asked evenly. */
const REST_MS = 10_000
/** Batches that one chain is asked in a round: about 108,000 links an hour a process. */
const BATCHES_A_ROUND = 15

/** Asks contract accounts again, each once an hour. A chain that is down changes nothing. */
export function createAccountPoller(
  deps: AccountChecksDeps & { accounts: { idle(): Promise<void> } },
): Poller {
  const poller = createPoller(async (stopping) => {
    await checkAccounts(deps, stopping)
    return REST_MS
  })
  return {
    ...poller,
    async stop() {
      await poller.stop()
      await deps.accounts.idle()
    },
  }
}

/**
 * One round, of all chains at the same time. A chain that fails does not stop the others.
 *
 * @param stopping no batch is started once it is aborted: the leases bring the links back
 * @returns how many links were due, of which a verdict was asked for
 */
export async function checkAccounts(
  deps: AccountChecksDeps,
  stopping: AbortSignal,
): Promise<number> {
  const checked = await Promise.all(
    deps.evmChains.ids.map(async (chainId) => {
      try {
        return await checkChain(chainId, deps, stopping)
      } catch (error) {
        deps.log.error({ error }, 'accounts: store failed')
        return 0
      }
    }),
  )
  return checked.reduce((sum, count) => sum + count, 0)
}

async function checkChain(
  chainId: number,
  deps: AccountChecksDeps,
  stopping: AbortSignal,
): Promise<number> {
  let checked = 0
  for (let batch = 0; batch < BATCHES_A_ROUND && !stopping.aborted; batch += 1) {
    const now = deps.now()
    const lease = { chainId, until: now + LEASE_MS, limit: ACCOUNTS_A_BATCH }
    const links = await deps.store.leaseAccountChecks(lease, now)
    if (links.length === 0) return checked
    checked += links.length
    // A chain that does not answer is left alone until the next round.
    if ((await judgeAccounts(chainId, links, deps)) === 'unreachable') return checked
  }
  return checked
}
