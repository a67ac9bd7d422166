import type { SignatureQuestion } from '../verify/evm-chain.ts'
import type { EpochMs, StoredWallet } from './stored.ts'

/** A link to a contract account, and what the account accepted once: it is asked the same again (ERC-1271). */
export type AccountLink = SignatureQuestion & {
  wallet: Pick<StoredWallet, 'id' | 'userId' | 'verifiedAt'>
  chainId: number
}

/** Links to contract accounts that are no multisig here: whether they still hold, each account says itself. */
export interface AccountStore {
  /** Links on this chain that are due to be checked, leased so that no other process checks them too. The longest due first. */
  leaseAccountChecks(
    lease: { chainId: number; until: EpochMs; limit: number },
    now: EpochMs,
  ): Promise<AccountLink[]>
  /** Those of these wallets that were last checked before this moment, the oldest check first. */
  findAccountLinks(of: {
    walletIds: readonly string[]
    checkedBefore: EpochMs
  }): Promise<AccountLink[]>
  /** The accounts have accepted it again: they are due again later. */
  noteAccepted(links: readonly AccountLink[], askedAt: EpochMs): Promise<void>
  /** The chain shows no contract at the address. Answers since when that has been so, until the account accepts it again. */
  noteNoContract(link: AccountLink, askedAt: EpochMs): Promise<EpochMs | null>
}
