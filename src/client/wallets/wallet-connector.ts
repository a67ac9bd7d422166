import type { ReadableAtom } from 'nanostores'
import type { TonProof } from '#shared/api/submit-ton-proof.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { TonNetwork } from '#shared/wallet.ts'

/** The wallet app on this device. `restoring` is not knowing yet: never shown as disconnected. */
export type DeviceWallet =
  | { status: 'restoring' }
  | { status: 'disconnected' }
  | { status: 'connected'; network: string; address: string; walletApp: WalletApp }

export type WalletApp = { appName: string; name: string }

/** What the member chose on our screen: Wallet in Telegram in one tap, or the list of all the others. */
export type WalletChoice = 'telegram-wallet' | 'all-wallets'

/** What a wallet must prove: the attempt's payload, on the owner's network. */
export type ProofRequest = { payload: string; network: TonNetwork }

export type WalletAnswer =
  | { kind: 'proof'; proof: TonProof; walletApp: WalletApp }
  | { kind: 'failure'; code: ProblemCode }

/**
 * Port to the wallets of one family. The adapter loads its library on `prepare`, never before;
 * nothing of it is among the first screen's bytes.
 */
export interface WalletConnector {
  deviceWallet: ReadableAtom<DeviceWallet>
  /** The library's own list of wallets is open: the back button closes it first. */
  chooserOpen: ReadableAtom<boolean>
  /** The wallet app that was opened last in this attempt, once known. */
  walletApp: ReadableAtom<WalletApp | null>
  /** Universal link of the pending connection, for "copy link" and the QR code; null when none is pending. */
  link: ReadableAtom<string | null>
  /**
   * Loads the library and readies a connection for this request, so that `connect` can open the
   * wallet inside the tap. A former connection on this device is given up first: a restored
   * connection carries no proof. Rejects with code `wallet-library-unavailable` only.
   */
  prepare(request: ProofRequest): Promise<void>
  /** Opens the wallet or the list. Call inside the member's tap, after `prepare` has resolved. */
  connect(choice: WalletChoice): void
  /** "Open wallet again": the same pending connection. Call inside the member's tap. */
  reopen(): void
  closeChooser(): void
  /** Picks up a connection that was pending or made before a reload. Loads the library. */
  restore(): Promise<void>
  /** Gives the pending connection up; an answer that still arrives is dropped. */
  cancel(): void
  /** Disconnects the wallet on this device. Links on the server stay. */
  disconnect(): Promise<void>
  /** Every answer of a wallet, the moment it arrives. Answers that came before anybody listened are kept. */
  onAnswer(listener: (answer: WalletAnswer) => void): () => void
}
