import type { EvmAccount } from '#shared/evm-account.ts'
import type { SignIn } from '#shared/sign-in.ts'
import type { PendingPairing, PendingSession } from './evm-memory.ts'
import type { EvmState } from './evm-state.ts'
import { homeLink, peerLink } from './evm-wallets.ts'
import { findCandidates, getWalletApp } from './session-account.ts'
import type { WalletSession } from './wallet-session.ts'

/** A wallet has answered this pairing with a session. */
export function toPendingSession(
  { attemptId, wanted, createdAt, wallet, walletApp }: PendingPairing,
  { topic, name, redirect, accounts, methods }: WalletSession,
): PendingSession {
  return {
    stage: 'session',
    attemptId,
    wanted,
    createdAt,
    topic,
    walletApp: getWalletApp(name, walletApp),
    home: peerLink(redirect) ?? (wallet && homeLink(wallet)),
    accounts,
    methods,
    choices: [],
  }
}

/**
 * Goes on with the session's account if there is only one, or with the one that the wallet signed for; otherwise the
 * member has a step to do.
 */
export function advance(
  state: EvmState,
  session: PendingSession,
  signIns: readonly SignIn[] = [],
): void {
  if (session.choices.length > 0) return state.keepPending(session)
  const accounts = findCandidates(session.accounts, state.chains, session.wanted)
  const [signedIn, ...furtherSignIns] = accounts.flatMap((account) =>
    signIns.filter(({ p }) => isOf(account, p.iss)).map((signIn) => ({ account, signIn })),
  )
  if (signedIn !== undefined && furtherSignIns.length === 0) return settle(state, session, signedIn)
  const [account, ...others] = accounts
  if (account === undefined || others.length > 0) state.keepPending(session)
  else settle(state, session, { account })
}

/** Whether it is the account's name in a sign-in (did:pkh, CAIP-10). */
function isOf({ address, chainId }: EvmAccount, issuer: string | null | undefined): boolean {
  return issuer?.toLowerCase() === `did:pkh:eip155:${chainId}:${address}`.toLowerCase()
}

/** The member has chosen one of the accounts that the step offers. */
export function chooseAccount(state: EvmState, { address, chainId }: EvmAccount): void {
  const [session, step] = [state.session(), state.sessionStep.get()]
  if (session === null || step?.kind !== 'choose-account') return
  const isChosen = (each: EvmAccount) => each.address === address && each.chainId === chainId
  const account = step.accounts.find(isChosen)
  if (account !== undefined) settle(state, session, { account })
}

/** The account is a contract on several chains: the member chooses one of them. */
export function offerChains(
  state: EvmState,
  {
    chainIds,
    ...asked
  }: { chainIds: readonly number[] } & Pick<PendingSession, 'attemptId' | 'createdAt'>,
): void {
  const connected = state.connected()
  if (connected === null) return state.fail('evm-session-lost')
  const { account, ...session } = connected
  const choices = chainIds.map((chainId) => ({ ...account, chainId }))
  state.keepPending({ ...asked, ...session, stage: 'session', wanted: [], choices })
}

type SessionAnswer = { account: EvmAccount; signIn?: SignIn }

function settle(state: EvmState, session: PendingSession, answer: SessionAnswer): void {
  const { account } = answer
  const { topic, accounts, walletApp, methods, home } = session
  state.keepPending(null)
  state.keepConnected({ topic, account, accounts, walletApp, methods, home })
  const otherChainIds = session.choices.length > 0 ? [] : findOtherChains(session, account, state)
  const others = otherChainIds.length > 0 && { otherChainIds }
  state.deliver({ kind: 'account', ...answer, ...others, walletApp })
}

/** The other accepted chains on which the session offers the account's address. */
function findOtherChains(
  { accounts }: PendingSession,
  { address, chainId }: EvmAccount,
  { chains }: Pick<EvmState, 'chains'>,
): number[] {
  return chains.filter(
    (id) =>
      id !== chainId &&
      findCandidates(accounts, [id], [address])[0]?.address.toLowerCase() === address.toLowerCase(),
  )
}
