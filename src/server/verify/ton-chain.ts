import type { Busy } from './busy.ts'
import type { NoMultisig, ReadTonMultisig } from './multisig.ts'
import type { TonNetwork } from '#shared/wallet.ts'

/** What one TON API says of an account, asked when the StateInit alone does not name the key. */
export type TonAccountKey =
  /** Deployed, and its `get_public_key` answered with this 32-byte key: the current one. */
  | { status: 'active'; publicKey: Uint8Array }
  /** Deployed, but it has no such get-method: not a wallet, or an unusual one. */
  | { status: 'no-key' }
  /** Confirmed by the chain to be not deployed. */
  | { status: 'inactive' }
  /** Frozen: its code cannot run, so its key cannot be asked for. */
  | { status: 'frozen' }
  /** The chain could not be asked. Never to be read as "not deployed". */
  | UnreachableChain

/** What all TON APIs together say of an account. */
export type TonKeyReport =
  | (Exclude<TonAccountKey, UnreachableChain> & {
      /** Whether two or more independent APIs gave this same answer. */
      isConfirmed: boolean
    })
  | UnreachableChain
  /** Two APIs gave different answers, so neither counts. */
  | { status: 'disagreement' }

type UnreachableChain = { status: 'unreachable' }

/** Port to one TON API. */
export interface TonApi {
  network: TonNetwork
  /** @param address raw form, `workchain:hex` */
  accountKey(address: string): Promise<TonAccountKey>
  /** @param address raw form */
  readMultisig(address: string): Promise<ReadTonMultisig | NoMultisig | 'unreachable'>
  /**
   * Raw addresses of the multisigs of which this account is a signer, or a proposer. By whoever indexes the chain, so
   * each is to be read before it is believed.
   */
  getMultisigs(address: string): Promise<readonly string[] | 'unreachable'>
}

/** Port to a TON network, through one API or several independent ones. */
export interface TonChain extends Omit<TonApi, 'accountKey'> {
  /** @param address raw form, `workchain:hex` */
  accountKey(address: string): Promise<TonKeyReport>
}

/** The chain as one member may ask it. */
export type ExclusiveTonChain = Pick<TonChain, 'network'> & {
  accountKey(address: string): Promise<TonKeyReport | { status: Busy }>
}
