import type { HeldUntil } from '#demo/wallet/hold.ts'
import type { Asked } from './session-namespaces.ts'
import type { AppFacts, TextRequest } from './text-request.ts'

/** An app that wants to connect. */
type Proposal = { id: number; app: AppFacts; asked: Asked; chainIds: readonly number[] }

export type ConnectView = { screen: 'connect'; proposal: Proposal }
export type SignView = { screen: 'sign'; request: TextRequest }

export type WalletView =
  | { screen: 'accounts' }
  /** Paired; the app's proposal is on its way. */
  | { screen: 'loading' }
  | { screen: 'malformed-link' }
  /** The link was used before, or its time is over. */
  | { screen: 'stale-link' }
  | ConnectView
  | SignView
  /** Approved; the answer is held back. */
  | { screen: 'waiting'; until: HeldUntil }
  /** Approved; the answer is on its way to the relay. */
  | { screen: 'sending' }
  /** The relay did not take the answer; `back` is where it was given. */
  | { screen: 'unsent'; back: ConnectView | SignView }
  /** The app has waited too long for an answer. */
  | { screen: 'expired' }
  | { screen: 'done'; outcome: Outcome }

/** How a request ended, as far as the wallet knows. */
export type Outcome =
  | 'connected'
  | 'signed'
  | 'rejected'
  /** App and wallet have no chain in common, or the app asked for what this wallet does not do. */
  | 'refused'
  /** The app was left without an answer. */
  | 'ignored'
  | 'disconnected'
