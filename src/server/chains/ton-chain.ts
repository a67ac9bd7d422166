import type { Busy } from './busy.ts'
import type { NoMultisig, ReadTonMultisig } from './read-multisig.ts'
import type { TonBlock } from '#proof/document.ts'
import type { TonNetwork } from '#shared/wallet.ts'

/** One TON API's report about an account. It is requested when the StateInit alone does not give the key. */
export type TonAccountKey = ReportedKey | UnreachableChain

/** `block`: where the account was read, if the API says so. */
export type ReportedKey = KeyAnswer & { block?: TonBlock | undefined }

type KeyAnswer =
  /** Deployed, and its `get_public_key` answered with this 32-byte key: the current one. */
  | { status: 'active'; publicKey: Uint8Array }
  /** Deployed, but it has no such get-method: not a wallet, or an unusual one. */
  | { status: 'no-key' }
  /** Confirmed by the chain to be not deployed. */
  | { status: 'inactive' }
  /** Frozen: its code cannot run, so its key cannot be read. */
  | { status: 'frozen' }

/** The combined report of all TON APIs about an account. */
export type TonKeyReport =
  | (ReportedKey & {
      /** Whether two or more independent APIs gave this same answer. */
      isConfirmed: boolean
    })
  | UnreachableChain
  /** Two APIs gave different answers, so neither counts. */
  | { status: 'disagreement' }

/** The chain could not be queried. Never treat this as "not deployed". */
type UnreachableChain = { status: 'unreachable' }

/** Port to one TON API. */
export interface TonApi {
  network: TonNetwork
  /** @param address raw form, `workchain:hex` */
  accountKey(address: string): Promise<TonAccountKey>
  /** @param address raw form */
  readMultisig(address: string): Promise<ReadTonMultisig | NoMultisig | 'unreachable'>
  /**
   * Raw addresses of the multisigs that have this account as a signer or a proposer. They come from an indexer, so each
   * must be read from the chain before it is trusted.
   */
  getMultisigs(address: string): Promise<readonly string[] | 'unreachable'>
}

/** Port to a TON network, through one API or several independent ones. */
export interface TonChain extends Omit<TonApi, 'accountKey'> {
  /** @param address raw form, `workchain:hex` */
  accountKey(address: string): Promise<TonKeyReport>
}

/** The chain as one member may query it. */
export type ExclusiveTonChain = Pick<TonChain, 'network'> & {
  accountKey(address: string): Promise<TonKeyReport | { status: Busy }>
}
