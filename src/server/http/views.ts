import type { Attempt, AttemptSummary, Consent, EvmAccount } from '#shared/attempt.ts'
import type { HeldWallet, HostWallet } from '#shared/api/host/host-wallet.ts'
import { displayAddress } from '#shared/display-address.ts'
import type { TonNetwork, Wallet } from '#shared/wallet.ts'
import type { User } from '#shared/user.ts'
import type { HeldWallet as StoredHeldWallet } from '../store/host-store.ts'
import type { StoredAttempt, StoredConsent, StoredUser, StoredWallet } from '../store/store.ts'

/** The stored nouns as the contract shows them: no internal ids, times in ISO 8601. */

export function viewUser({
  telegramId,
  firstName,
  username,
  language,
  chosenLanguage,
  mayMessage,
}: StoredUser): User {
  return { telegramId, firstName, username, language, chosenLanguage, mayMessage }
}

export function viewWallet({ userId: _owner, verifiedAt, ...wallet }: StoredWallet): Wallet {
  return { ...wallet, verifiedAt: isoTime(verifiedAt) }
}

/** What members wrote for themselves stays with them. */
export function viewHostWallet(wallet: StoredWallet): HostWallet {
  const { label: _label, ...shown } = viewWallet(wallet)
  return { ...shown, displayAddress: displayAddress(wallet) }
}

export function viewHeldWallet({ wallet, user }: StoredHeldWallet): HeldWallet {
  return { ...viewHostWallet(wallet), user }
}

export type AttemptContext = {
  /** What TON wallets sign as the domain. */
  domain: string
  network: TonNetwork
  wallet: StoredWallet | undefined
}

export function viewAttempt(
  attempt: StoredAttempt,
  { domain, network, wallet }: AttemptContext,
): Attempt {
  const { family, id, state, message, walletApp, errorCode, requestCode } = attempt
  const common = {
    id,
    state,
    message,
    walletApp,
    errorCode,
    wallet: wallet ? viewWallet(wallet) : null,
    requestCode,
    createdAt: isoTime(attempt.createdAt),
    expiresAt: isoTime(attempt.expiresAt),
  }
  return family === 'ton'
    ? { ...common, family, payload: attempt.nonce, domain, network }
    : { ...common, family, account: viewEvmAccount(attempt.account) }
}

export function summarizeAttempt(attempt: StoredAttempt): AttemptSummary {
  const { id, family, state, requestCode, expiresAt } = attempt
  return { id, family, state, requestCode, expiresAt: isoTime(expiresAt) }
}

function viewEvmAccount(account: StoredAttempt['account']): EvmAccount | null {
  if (account?.family !== 'evm') return null
  const { address, chainId } = account
  return { address, chainId }
}

export function viewConsent({ attemptId, network, address, expiresAt }: StoredConsent): Consent {
  return { attemptId, family: 'ton', network, address, expiresAt: isoTime(expiresAt) }
}

export function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
