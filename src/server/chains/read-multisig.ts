import type { TonBlock } from '#proof/document.ts'
import type { TON_MULTISIG_KIND, TonNetwork } from '#shared/wallet.ts'

/** A Safe as its chain shows it. The code of its proxy and its singleton are published ones. */
export type ReadSafe = {
  family: 'evm'
  kind: 'safe'
  chainId: number
  /** With the checksum of EIP-55, as are all addresses here. */
  address: string
  version: string
  threshold: number
  /** In the chain's order. */
  owners: readonly string[]
  modules: readonly string[]
  guard: string | null
  /** Whether it has the handler by which it accepts messages (ERC-1271). */
  canSign: boolean
}

/** A TON multisig v2 as its chain shows it. Its code is the published one. */
export type ReadTonMultisig = {
  family: 'ton'
  kind: typeof TON_MULTISIG_KIND
  network: TonNetwork
  /** Raw, as are all addresses here. */
  address: string
  threshold: number
  /** In the order of their index. */
  owners: readonly string[]
  /** They may propose, but not approve. */
  proposers: readonly string[]
  /** Where it was read, if the API says so. */
  block?: TonBlock | undefined
}

/** A multisig in one reading of its chain. */
export type ReadMultisig = ReadSafe | ReadTonMultisig
