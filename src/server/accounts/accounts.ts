import type { AccountLink } from '../store/accounts/account-checks.ts'
import type { StoredWallet } from '../store/database/stored.ts'

/** Refreshes links to contract accounts on a reader's behalf. Only the store throws here. */
export interface Accounts {
  /**
   * Links to contract accounts among these wallets whose last verdict is too old to report: at most one batch per
   * chain.
   */
  findOld(wallets: readonly StoredWallet[]): Promise<readonly AccountLink[]>
  /** Queries those accounts again, and marks links that no longer hold as stale. */
  check(links: readonly AccountLink[]): Promise<void>
}
