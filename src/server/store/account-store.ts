import type { SignatureQuestion } from '../verify/evm-chain.ts'
import type { EpochMs, StoredWallet } from './stored.ts'

/**
 * A link to a contract account, and the query that the account accepted before. The same query is repeated (ERC-1271).
 */
export type AccountLink = SignatureQuestion & {
  wallet: Pick<StoredWallet, 'id' | 'userId' | 'verifiedAt'>
  chainId: number
}

/** Links to contract accounts that are not multisigs here. Each account itself decides whether its link still holds. */
export interface AccountStore {
  /**
   * Links on this chain that are due for a check, leased so that no other process checks them too. The longest due
   * first.
   */
  leaseAccountChecks(
    lease: { chainId: number; until: EpochMs; limit: number },
    now: EpochMs,
  ): Promise<AccountLink[]>
  /** Those of these wallets that were last checked before this moment, the oldest check first. */
  findAccountLinks(of: {
    walletIds: readonly string[]
    checkedBefore: EpochMs
  }): Promise<AccountLink[]>
  /** The accounts accepted the query again, so their next checks are due later. */
  noteAccepted(links: readonly AccountLink[], askedAt: EpochMs): Promise<void>
  /**
   * Notes that the chain shows no contract at the address. Returns since when. An acceptance by the account clears
   * this. Null if the link was proven or checked since `askedAt`.
   */
  noteNoContract(link: AccountLink, askedAt: EpochMs): Promise<EpochMs | null>
}
