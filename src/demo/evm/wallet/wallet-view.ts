import type { WalletKitTypes } from '@reown/walletkit'
import type { HeldUntil } from '#demo/wallet/hold.ts'
import type { SignBehaviour } from './behaviour.ts'
import type { AppFacts, SigningRequest, EvmTextRequest } from './signing-request.ts'
import type { TreasuryPerson } from '../treasury-keys.ts'
import type { SafeTreasuryTerms } from './treasury-port.ts'

/** An app that wants to connect. */
type Proposal = {
  id: number
  app: AppFacts
  asked: WalletKitTypes.SessionProposal['params']
  chainIds: readonly number[]
}

export type EvmConnectView = { screen: 'connect'; proposal: Proposal }
export type EvmSignView = { screen: 'sign'; request: SigningRequest }
/** Some owners of the treasury have signed. It answers when the threshold is reached. */
export type CollectingView = {
  screen: 'collecting'
  request: EvmTextRequest
  behaviour: SignBehaviour
  terms: SafeTreasuryTerms
  signed: readonly TreasuryPerson[]
  /** The next signer; null when the threshold is reached. */
  next: TreasuryPerson | null
}

/** A request that waits for the person's answer. */
export type RequestView = EvmConnectView | EvmSignView | CollectingView

export type EvmWalletView =
  | { screen: 'accounts' }
  /** Paired; the app's proposal is on its way. */
  | { screen: 'loading' }
  | { screen: 'malformed-link' }
  /** The link was used before, or its time is over. */
  | { screen: 'stale-link' }
  | RequestView
  /** Approved; the answer is held back. */
  | { screen: 'waiting'; until: HeldUntil }
  /** Approved; the answer is on its way to the relay. */
  | { screen: 'sending' }
  /** The relay did not take the answer; `back` is where it was given. */
  | { screen: 'unsent'; back: RequestView }
  /** The app has waited too long for an answer. */
  | { screen: 'expired' }
  | { screen: 'done'; outcome: EvmWalletOutcome }

/** How a request ended, as far as the wallet knows. */
export type EvmWalletOutcome =
  | 'connected'
  | 'signed'
  | 'rejected'
  /** App and wallet have no common chain, or this wallet does not support the request. */
  | 'refused'
  /** Signed without notifying the app: on the chain, or with the Transaction Service. */
  | 'signed-elsewhere'
  /** The app got no answer. */
  | 'ignored'
  | 'disconnected'
