import type { HeldUntil } from '#demo/wallet/hold.ts'
import type { AppManifest } from './app-manifest.ts'
import type { ConnectLink } from './connect-link.ts'
import type { TextRequest } from './wallet-sessions.ts'

export type RequestLink = Extract<ConnectLink, { kind: 'request' }>
export type ConnectView = { screen: 'connect'; link: RequestLink; manifest: AppManifest }
export type SignView = { screen: 'sign'; request: TextRequest }

export type WalletView =
  | { screen: 'accounts' }
  | { screen: 'loading' }
  | { screen: 'malformed-link' }
  /** The app's manifest could not be read; the app was told. */
  | { screen: 'unknown-app' }
  | ConnectView
  | SignView
  /** Approved; the answer is held back. */
  | { screen: 'waiting'; until: HeldUntil }
  /** The bridge did not take the answer; `back` is where it was given. */
  | { screen: 'unsent'; back: ConnectView | SignView }
  | { screen: 'done'; outcome: 'connected' | 'signed' | 'rejected' }

/** How a request ended, as far as the wallet knows. */
export type Outcome = Extract<WalletView, { screen: 'done' }>['outcome']
