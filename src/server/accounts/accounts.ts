import type { AccountLink } from '../store/account-store.ts'
import type { StoredWallet } from '../store/stored.ts'

/** Links to contract accounts that somebody reads. Nothing here throws but the store. */
export interface Accounts {
  /** Links to contract accounts among these wallets whose last verdict is too old to report: at most one batch a chain. */
  findOld(wallets: readonly StoredWallet[]): Promise<readonly AccountLink[]>
  /** Asks those accounts again, and marks links stale that no longer hold. */
  check(links: readonly AccountLink[]): Promise<void>
}
