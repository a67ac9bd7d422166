import type { Busy } from './busy.ts'
import type { NoMultisig, ReadTonMultisig } from './multisig.ts'
import type { TonNetwork } from '#shared/wallet.ts'

/** What the chain knows of an account, asked when the StateInit alone does not name the key. */
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
  | { status: 'unreachable' }

/** Port to a TON node of one network. */
export interface TonChain {
  network: TonNetwork
  /** @param address raw form, `workchain:hex` */
  accountKey(address: string): Promise<TonAccountKey>
  /** @param address raw form */
  readMultisig(address: string): Promise<ReadTonMultisig | NoMultisig | 'unreachable'>
  /**
   * Raw addresses of the multisigs of which this account is a signer, or a proposer. By whoever indexes the chain, so
   * each is to be read before it is believed.
   */
  multisigsOf(address: string): Promise<readonly string[] | 'unreachable'>
}

/** The node as one member may ask it. */
export type AskedTonChain = Pick<TonChain, 'network'> & {
  accountKey(address: string): Promise<TonAccountKey | { status: Busy }>
}
