import { ACCOUNT_MAX_AGE_MS } from '#shared/limits.ts'
import type { AccountLink } from '../store/accounts/account-checks.ts'
import type { Store } from '../store/store.ts'
import type { StoredWallet } from '../store/database/stored.ts'
import type { EvmChains } from '../chains/evm-chain.ts'
import { ACCOUNTS_A_BATCH, judgeAccounts, type JudgeAccountsDeps } from './judge-accounts.ts'

export type AccountsDeps = Omit<JudgeAccountsDeps, 'store' | 'evmChains'> & {
  store: Pick<Store, 'findAccountLinks' | keyof JudgeAccountsDeps['store']>
  evmChains: EvmChains | null
}

export type Accounts = ReturnType<typeof createAccounts>

/** Refreshes links to contract accounts on a reader's behalf. Only the store throws here. */
export function createAccounts(deps: AccountsDeps) {
  const { evmChains, store, now, log } = deps
  /** Checks that are under way, by wallet. Another reader of the same wallet waits for them. */
  const checking = new Map<string, Promise<void>>()

  /** Never rejects. A reader sees the last verdict. */
  async function judge(chainId: number, links: readonly AccountLink[]): Promise<void> {
    if (evmChains === null) return
    try {
      await judgeAccounts(chainId, links, { ...deps, evmChains })
    } catch (error) {
      log.error({ error }, 'accounts: store failed')
    } finally {
      for (const { wallet } of links) checking.delete(wallet.id)
    }
  }

  return {
    /**
     * Links to contract accounts among these wallets whose last verdict is too old to report: at most one batch per
     * chain.
     */
    async findOld(wallets: readonly StoredWallet[]): Promise<readonly AccountLink[]> {
      const walletIds = wallets.flatMap(({ id, kind, staleAt, ...wallet }) => {
        const isAsked = kind === 'contract' && wallet.family === 'evm' && staleAt === null
        return isAsked && evmChains?.ids.includes(wallet.chainId ?? 0) ? [id] : []
      })
      const checkedBefore = now() - ACCOUNT_MAX_AGE_MS
      const old = await store.findAccountLinks({ walletIds, checkedBefore })
      return [...byChain(old).values()].flatMap((links) => links.slice(0, ACCOUNTS_A_BATCH))
    },
    /** Queries those accounts again, and marks links that no longer hold as stale. */
    async check(links: readonly AccountLink[]): Promise<void> {
      const unasked = links.filter(({ wallet }) => !checking.has(wallet.id))
      for (const [chainId, ofChain] of byChain(unasked)) {
        const judged = judge(chainId, ofChain)
        for (const { wallet } of ofChain) checking.set(wallet.id, judged)
      }
      await Promise.all(links.flatMap(({ wallet }) => checking.get(wallet.id) ?? []))
    },
    /** Waits for checks that continue after their reader has left. */
    async idle(): Promise<void> {
      await Promise.all(checking.values())
    },
  }
}

function byChain(links: readonly AccountLink[]): ReadonlyMap<number, AccountLink[]> {
  const chains = new Map<number, AccountLink[]>()
  for (const link of links) {
    const ofChain = chains.get(link.chainId) ?? []
    chains.set(link.chainId, [...ofChain, link])
  }
  return chains
}
