import * as v from 'valibot'
import { EvmProofSchema } from '#shared/api/submit-proof.ts'
import { getTopic } from './evm-memory.ts'
import type { EvmState } from './evm-state.ts'
import type { WalletLibrary } from './library.ts'
import { advance, toPendingSession } from './pending-session.ts'
import type { WalletConnect } from './wallet-connect.ts'
import { getWalletConnectErrorCode } from './wallet-connect-error.ts'

export type ReviewOptions = {
  state: EvmState
  library: WalletLibrary<WalletConnect>
  /** What was pending has its answer. */
  onEnd: () => void
}

/**
 * Compares what is pending with WalletConnect's records, and delivers what has been answered,
 * whether just now, while the page was in the background, or before it was loaded. Safe to call at any time.
 */
export function createReview(options: ReviewOptions): () => void {
  return () => {
    const walletConnect = options.library.current()
    if (walletConnect === null) return
    reviewPairings(options, walletConnect)
    reviewPendingSession(options, walletConnect)
    reviewSignature(options, walletConnect)
    reviewSessions(options, walletConnect)
  }
}

function reviewPairings({ state, onEnd }: ReviewOptions, wallets: WalletConnect): void {
  const pairing = state.pairing()
  if (pairing === null) return
  const topics = pairing.pairings.map(getTopic)
  const session = wallets.sessions().find(({ pairingTopic }) => topics.includes(pairingTopic))
  const refusal = wallets.getRefusal(topics)
  if (session === undefined && refusal === null) return
  onEnd()
  if (session === undefined) return state.fail(getWalletConnectErrorCode(refusal))
  const signIns = pairing.signIn === null ? [] : session.signIns
  advance(state, toPendingSession(pairing, session), signIns)
}

/** A wallet that has connected may change its accounts and its chains, or end the session. */
function reviewPendingSession({ state }: ReviewOptions, wallets: WalletConnect): void {
  const pending = state.session()
  if (pending === null) return
  const session = wallets.session(pending.topic)
  if (session !== null) {
    const { accounts, methods } = session
    return advance(state, { ...pending, accounts, methods })
  }
  const isOnWrongChain = state.sessionStep.get()?.kind === 'switch-chain'
  state.fail(isOnWrongChain ? 'evm-chain-unsupported' : 'evm-session-lost')
}

function reviewSignature({ state }: ReviewOptions, wallets: WalletConnect): void {
  const asked = state.asked()
  if (asked === null) return
  const response = wallets.responseTo(asked)
  if (response === null) {
    if (wallets.session(asked.topic) === null) state.fail('evm-session-lost')
    return
  }
  if ('error' in response) return state.fail(getWalletConnectErrorCode(response.error))
  const signature = readSignature(response.result)
  if (signature === null) return state.fail('evm-signature-malformed')
  state.keepAsked(null)
  state.deliver({ kind: 'signature', signature })
}

/** At most one connection: others were made through links that had been given up. */
function reviewSessions({ state }: ReviewOptions, wallets: WalletConnect): void {
  const topic = state.connected()?.topic
  if (topic !== undefined && wallets.session(topic) === null) state.keepConnected(null)
  const kept = new Set([state.connected()?.topic, state.session()?.topic])
  for (const session of wallets.sessions())
    if (!kept.has(session.topic)) void wallets.leave(session.topic)
}

/** A wallet's answer to a signature request, in the server's format; null for anything else. */
function readSignature(result: unknown): string | null {
  const proof = v.safeParse(EvmProofSchema, { signature: result })
  return proof.success ? proof.output.signature : null
}
