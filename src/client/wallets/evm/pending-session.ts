import type { EvmAccount } from '#shared/evm-account.ts'
import type { PendingPairing, PendingSession } from './evm-memory.ts'
import type { EvmState } from './evm-state.ts'
import { homeLink, peerLink } from './evm-wallets.ts'
import { findCandidates, getWalletApp, sessionAccounts, signingMethods } from './session-account.ts'
import type { WalletConnect } from './wallet-connect.ts'

export type WalletConnectSession = ReturnType<WalletConnect['sessions']>[number]

/** A wallet has answered this pairing with a session. */
export function toPendingSession(
  { attemptId, wanted, createdAt, wallet, walletApp }: PendingPairing,
  { topic, peer: { metadata }, namespaces }: WalletConnectSession,
): PendingSession {
  return {
    stage: 'session',
    attemptId,
    wanted,
    createdAt,
    topic,
    walletApp: getWalletApp(metadata.name, walletApp),
    home: peerLink(metadata.redirect ?? {}) ?? (wallet && homeLink(wallet)),
    ...readOffer(namespaces),
  }
}

/** What a session offers; a wallet may change it as long as the session lasts. */
export function readOffer(namespaces: WalletConnectSession['namespaces']) {
  return { accounts: sessionAccounts(namespaces), methods: signingMethods(namespaces) }
}

/** Goes on with the session's account if there is only one; otherwise the member has a step to do. */
export function advance(state: EvmState, session: PendingSession, chains: readonly number[]): void {
  if (session.methods.length === 0) return state.fail('evm-method-unsupported')
  const [account, ...others] = findCandidates(session.accounts, chains, session.wanted)
  if (account === undefined || others.length > 0) state.keepPending(session)
  else settle(state, session, account)
}

/** The member has chosen one of the accounts that the step offers. */
export function chooseAccount(state: EvmState, { address, chainId }: EvmAccount): void {
  const [session, step] = [state.session(), state.sessionStep.get()]
  if (session === null || step?.kind !== 'choose-account') return
  const isChosen = (each: EvmAccount) => each.address === address && each.chainId === chainId
  const account = step.accounts.find(isChosen)
  if (account !== undefined) settle(state, session, account)
}

function settle(state: EvmState, session: PendingSession, account: EvmAccount): void {
  const { topic, accounts, walletApp, methods, home } = session
  state.keepPending(null)
  state.keepConnected({ topic, account, accounts, walletApp, methods, home })
  state.deliver({ kind: 'account', account, walletApp })
}
