import type { Accounts } from './create-accounts.ts'
import { createPoller, type Poller } from '../process/poller.ts'
import type { Store } from '../store/store.ts'
import { ACCOUNTS_A_BATCH, judgeAccounts, type JudgeAccountsDeps } from './judge-accounts.ts'

export type AccountChecksDeps = JudgeAccountsDeps & { store: Pick<Store, 'leaseAccountChecks'> }

/** How long one process leases a link, in milliseconds. A link without a verdict waits until its lease ends. */
const LEASE_MS = 5 * 60_000
/** Pause between two rounds, in milliseconds, so that chains are queried evenly. */
const REST_MS = 10_000
/** Batches per chain in a round: about 108,000 links per hour and process. */
const BATCHES_A_ROUND = 15

/** Checks each contract account again once an hour. A chain that is down changes nothing. */
export function createAccountPoller(
  deps: AccountChecksDeps & { accounts: Pick<Accounts, 'idle'> },
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
 * @param stopping no batch starts once it is aborted; unfinished links come back when their leases end
 * @returns how many due links were queried
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
    // Skips a chain that does not answer until the next round.
    if ((await judgeAccounts(chainId, links, deps)) === 'unreachable') return checked
  }
  return checked
}
