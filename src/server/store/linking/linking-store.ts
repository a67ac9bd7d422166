import type { SqlContext } from '../rows/transaction.ts'
import { createConsents } from './consents.ts'
import { createHeldWallets } from './held-wallets.ts'
import { createLinkWallet } from './link-wallet.ts'
import { createOutcomes } from './outcomes.ts'
import { createProofLaunches } from './proof-launches.ts'
import { createRaiseBinding } from './raise-binding.ts'
import { createUnlinkedWallets } from './unlinked-wallets.ts'
import { createWallets } from './wallets.ts'
import { createAttempts } from './attempts.ts'
import { createProofs } from './proofs.ts'

/** Attempts to link a wallet, the linked wallets, and the consents that their holders give. */
export function createLinkingStore(context: SqlContext) {
  return {
    ...createAttempts(context),
    ...createLinkWallet(context),
    ...createRaiseBinding(context),
    ...createConsents(context),
    ...createOutcomes(context),
    ...createProofs(context),
    ...createProofLaunches(context),
    ...createWallets(context),
    ...createUnlinkedWallets(context),
    ...createHeldWallets(context),
  }
}
