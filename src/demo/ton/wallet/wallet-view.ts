import type { HeldUntil } from '#demo/wallet/hold.ts'
import type { AppManifest } from './app-manifest.ts'
import type { ConnectLink } from './connect-link.ts'
import type { TonTextRequest } from './wallet-sessions.ts'

export type RequestLink = Extract<ConnectLink, { kind: 'request' }>
export type TonConnectView = { screen: 'connect'; link: RequestLink; manifest: AppManifest }
export type TonSignView = { screen: 'sign'; request: TonTextRequest }

export type TonWalletView =
  | { screen: 'accounts' }
  | { screen: 'loading' }
  | { screen: 'malformed-link' }
  /** The app's manifest could not be read; the app was told. */
  | { screen: 'unknown-app' }
  | TonConnectView
  | TonSignView
  /** Approved; the answer is held back. */
  | { screen: 'waiting'; until: HeldUntil }
  /** The bridge did not take the answer; `back` is where it was given. */
  | { screen: 'unsent'; back: TonConnectView | TonSignView }
  | { screen: 'done'; outcome: 'connected' | 'signed' | 'rejected' }

/** How a request ended, as far as the wallet knows. */
export type TonWalletOutcome = Extract<TonWalletView, { screen: 'done' }>['outcome']
