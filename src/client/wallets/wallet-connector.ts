import type { ReadableAtom } from 'nanostores'
import type { TonProof } from '#shared/ton-proof.ts'
import type { TonText } from '#shared/api/submit-text.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { SignIn, SignInTerms } from '#shared/sign-in.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import type { EvmWalletId } from '#shared/evm-wallet-names.ts'

/** The wallet app on this device. `restoring` means not known yet: never shown as disconnected. */
export type DeviceWallet =
  | { status: 'restoring' }
  | { status: 'disconnected' }
  | {
      status: 'connected'
      network: string
      address: string
      walletApp: WalletApp
      /** EVM: the accounts of the connection that can sign for a Safe as its owners. */
      safeSigners?: readonly EvmAccount[]
    }

/**
 * `appName`: of a TON wallet its `app_name` in TON Connect's list, empty where it is not listed; of an EVM wallet its id
 * in our own list, or its name.
 */
export type WalletApp = { appName: string; name: string }

/** A TON wallet by its `app_name` in TON Connect's list. */
type TonChoice = `ton:${string}`

/**
 * What the member chose on our screen: Wallet in Telegram in one tap, a common wallet of one family, the
 * family's list of all others, or our page in the browser.
 */
export type WalletChoice = 'telegram-wallet' | TonChoice | 'all-wallets' | 'browser' | EvmWalletId

/**
 * What a wallet must prove. TON: the attempt's payload, on the operator's network. EVM: an account, one of the `wanted`
 * addresses if the wallet offers several accounts; it may sign the message of `signIn` as it connects.
 */
export type ProofRequest =
  | { family: 'ton'; payload: string; network: TonNetwork }
  | { family: 'evm'; attemptId: string; wanted?: readonly string[]; signIn?: SignInTerms }

/** EVM: what the member must do after the wallet has connected, before its account is known. */
export type SessionStep =
  /** Several addresses are offered, each once, on the chain that the operator prefers; or one address, on several. */
  | { kind: 'choose-account'; accounts: readonly EvmAccount[] }
  /** The wallet offers no account on a chain that the operator accepts. */
  | { kind: 'switch-chain' }

type SharedAccount = {
  /** On the chain that the operator prefers. */
  account: EvmAccount
  /** The other accepted chains on which the wallet offers this address, unless the member has chosen one. */
  otherChainIds?: number[]
  signIn?: SignIn
}

export type WalletAnswer =
  | { kind: 'ton-proof'; proof: TonProof; walletApp: WalletApp }
  /** EVM: the wallet has shared its address, and may have signed in. Otherwise the server now writes the message. */
  | ({ kind: 'account'; walletApp: WalletApp } & SharedAccount)
  /** EVM: the signature of the message, in hex. */
  | { kind: 'signature'; signature: string }
  /** TON: the answer to signData of type `text`. */
  | { kind: 'text'; text: TonText }
  | { kind: 'failure'; code: ProblemCode }

/** What the wallet on this device must sign: the attempt's message, by the account that it is written for. */
export type SignRequest = {
  attemptId: string
  message: string
  account: EvmAccount | null
  /** EVM: the Safe that the account signs for as an owner (EIP-712 `SafeMessage`); null for the message itself. */
  signsFor: EvmAccount | null
  /** When the attempt ends, and with it the request: Unix time in milliseconds. */
  expiresAt: number
}

/**
 * Port to the wallets of one family. The adapter loads its library on `warmUp` or `prepare`, never before;
 * none of it is in the first screen's bundle.
 */
export interface WalletConnector {
  deviceWallet: ReadableAtom<DeviceWallet>
  /** The library's own list of wallets is open: the back button closes it first. */
  chooserOpen: ReadableAtom<boolean>
  /** The wallet app that was opened last in this attempt, once known. */
  walletApp: ReadableAtom<WalletApp | null>
  /** Universal link of the pending connection, for "copy link" and the QR code; null when none is pending. */
  link: ReadableAtom<string | null>
  /** Null as long as the connection needs nothing from the member. */
  sessionStep: ReadableAtom<SessionStep | null>
  /**
   * Loads the library and prepares everything that needs no attempt, so that a later `prepare` is quick. Changes no
   * connection and requests nothing from our server. May reject; a later `prepare` tries again.
   */
  warmUp(): Promise<void>
  /**
   * Loads the library and prepares a connection for this request, so that `connect` can open the
   * wallet inside the tap. Ends an earlier connection on this device first, because a restored
   * connection carries no proof. Rejects with code `wallet-library-unavailable` or
   * `evm-relay-unreachable`, or with the problem of a call to our own server.
   */
  prepare(request: ProofRequest): Promise<void>
  /** Opens the wallet or the list. Call inside the member's tap, after `prepare` has resolved. */
  connect(choice: WalletChoice): void
  /** Opens the wallet for the pending connection or request. Call inside the member's tap. */
  reopen(): void
  /** EVM: the attempt's account is another one on each of these chains. The step is then `choose-account`. */
  offerChains(attemptId: string, chainIds: readonly number[]): void
  /** Answers the step `choose-account`. Ignores an account that the step does not offer. */
  chooseAccount(account: EvmAccount): void
  /** Whether the connected wallet says that it can sign texts. */
  canSign(): boolean
  /**
   * Sends the text to the connected wallet, which may be in front; `reopen` brings it there. A repeated call with the
   * same text sends nothing.
   */
  sign(request: SignRequest): void
  /** Closes the library's list, also where it is still to open. */
  closeChooser(): void
  /** Resumes a connection or an answer that was pending, or made, before a reload. Loads the library. */
  restore(): Promise<void>
  /** Cancels the pending connection; ignores an answer that still arrives. */
  cancel(): void
  /** Disconnects the wallet on this device. Links on the server stay. */
  disconnect(): Promise<void>
  /** Every answer of a wallet, as soon as it arrives. Answers that came before there was a listener are stored. */
  onAnswer(listener: (answer: WalletAnswer) => void): () => void
}

/** One port per family. `evm` is null where the operator does not offer it, or its code is not served. */
export type WalletConnectors = { ton: WalletConnector; evm: WalletConnector | null }
