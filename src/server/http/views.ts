import type { Attempt, AttemptSummary, Consent } from '#shared/attempt.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import type { HostWallet } from '#shared/api/host/host-wallet.ts'
import { accountId } from '#proof/account-id.ts'
import { plainName } from '#shared/plain-name.ts'
import { displayAddress } from '#shared/display-address.ts'
import type { Safe } from '#shared/multisig.ts'
import type { SignInTerms } from '#shared/sign-in.ts'
import type { TonNetwork, Wallet, WalletMultisig } from '#shared/wallet.ts'
import type { User } from '#shared/user.ts'
import type { StoredMultisig, StoredUser, StoredWallet } from '../store/database/stored.ts'
import type { StoredAttempt } from '../store/rows/attempt-rows.ts'
import type { StoredConsent } from '../store/linking/consents.ts'

/** Stored records as the contract shows them: no internal ids, times in ISO 8601. */

export function viewUser({
  telegramId,
  firstName,
  username,
  language,
  chosenLanguage,
  mayMessage,
}: StoredUser): User {
  return {
    telegramId,
    firstName: plainName(firstName),
    username,
    language,
    chosenLanguage,
    mayMessage,
  }
}

export function viewWallet({ userId: _owner, ...wallet }: StoredWallet): Wallet {
  const { verifiedAt, staleAt, multisig } = wallet
  return {
    ...wallet,
    verifiedAt: isoTime(verifiedAt),
    staleAt: isoTime(staleAt),
    multisig: multisig && viewWalletMultisig(multisig),
  }
}

function viewWalletMultisig(multisig: StoredMultisig): WalletMultisig {
  const { id, threshold, owners, checkedAt } = multisig
  const isSafe = multisig.family === 'evm'
  return {
    id,
    threshold,
    ownerCount: owners.length,
    version: isSafe ? multisig.version : null,
    modules: isSafe ? multisig.modules.length : 0,
    guard: isSafe && multisig.guard !== null,
    checkedAt: isoTime(checkedAt),
  }
}

/** Leaves out the member's private notes. */
export function viewHostWallet(wallet: StoredWallet): HostWallet {
  const { label: _label, ...shown } = viewWallet(wallet)
  return { ...shown, displayAddress: displayAddress(wallet), account: accountId(wallet) }
}

export type AttemptContext = {
  /** What a TON wallet signs. */
  getTonTerms: () => { payload: string; domain: string; network: TonNetwork }
  wallet: StoredWallet | undefined
  /** What an EVM wallet may sign as it connects. */
  signIn: SignInTerms | null
  /** The Safe that an owner's key signs for; null where the message is signed as it is. */
  signsFor: EvmAccount | null
  /** The multisig at the attempt's own account, if any. */
  multisig: Safe | null
}

export function viewAttempt(
  attempt: StoredAttempt,
  { getTonTerms, wallet, signIn, signsFor, multisig }: AttemptContext,
): Attempt {
  const { family, id, state, message, walletApp, errorCode, requestCode, cosigningCode } = attempt
  const common = {
    id,
    state,
    message,
    walletApp,
    errorCode,
    wallet: wallet ? viewWallet(wallet) : null,
    requestCode,
    confirmsCode: attempt.cosign?.code ?? null,
    cosigningCode,
    createdAt: isoTime(attempt.createdAt),
    expiresAt: isoTime(attempt.expiresAt),
  }
  return family === 'ton'
    ? { ...common, family, ...getTonTerms() }
    : { ...common, family, account: viewEvmAccount(attempt.account), signIn, signsFor, multisig }
}

export function summarizeAttempt(attempt: StoredAttempt): AttemptSummary {
  const { id, family, state, requestCode, cosign, expiresAt } = attempt
  const confirmsCode = cosign?.code ?? null
  return { id, family, state, requestCode, confirmsCode, expiresAt: isoTime(expiresAt) }
}

function viewEvmAccount(account: StoredAttempt['account']): EvmAccount | null {
  if (account?.family !== 'evm') return null
  const { address, chainId } = account
  return { address, chainId }
}

export function viewConsent({ attemptId, network, address, expiresAt }: StoredConsent): Consent {
  return { attemptId, family: 'ton', network, address, expiresAt: isoTime(expiresAt) }
}

/** Null for none. */
export function isoTime(ms: number): string
export function isoTime(ms: number | null): string | null
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
