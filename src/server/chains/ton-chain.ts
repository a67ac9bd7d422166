import type {
  At,
  NoMultisig,
  ProofTonChain,
  TonKeyAnswer,
  Unreachable,
  UnreachableKey,
} from '#proof/chain.ts'
import type { Busy } from './busy.ts'
import type { ReadTonMultisig } from './read-multisig.ts'
import type { TonBlock } from '#proof/document.ts'
import type { TonNetwork } from '#shared/wallet.ts'

/** One TON API's report about an account. It is requested when the StateInit alone does not give the key. */
export type TonAccountKey = ReportedKey | UnreachableKey

/** `block`: where the account was read, if the API says so. */
export type ReportedKey = TonKeyAnswer & { block?: TonBlock | undefined }

/** The combined report of all TON APIs about an account. */
export type TonKeyReport =
  | (ReportedKey & {
      /** Whether two or more independent APIs gave this same answer. */
      isConfirmed: boolean
    })
  | UnreachableKey
  | { status: 'disagreement' }

/** Port to one TON API: what a proof asks of the chain, and more. Addresses are raw. */
export interface TonApi extends ProofTonChain {
  network: TonNetwork
  accountKey(address: string, at?: At<TonBlock>): Promise<TonAccountKey>
  readMultisig(
    address: string,
    at?: At<TonBlock>,
  ): Promise<ReadTonMultisig | NoMultisig | Unreachable>
  /**
   * Multisigs that have this account as a signer or a proposer. They come from an indexer, so each must be read from the
   * chain before it is trusted.
   */
  getMultisigs(address: string): Promise<readonly string[] | Unreachable>
}

/** Port to a TON network, through one API or several independent ones. */
export interface TonChain extends Omit<TonApi, 'accountKey'> {
  accountKey(address: string, at?: At<TonBlock>): Promise<TonKeyReport>
}

/** The chain as one member may query it. */
export type ExclusiveTonChain = Pick<TonChain, 'network'> & {
  accountKey(address: string): Promise<TonKeyReport | { status: Busy }>
}
