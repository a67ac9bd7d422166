import type { Hex } from '#shared/hex.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import type { ProofCrypto } from './crypto.ts'
import type { EvmBlock } from './document.ts'

/** When a chain is asked about: at a block, or at its latest one. A block whose number is not that of its hash is none. */
export type At<Block> = Block | 'latest'

/** Owners and threshold of a multisig that runs published code; `none` for anything else at its address. */
export type ReadOwners = { owners: readonly string[]; threshold: number } | 'none'

/** `publicKey`: 64 hex digits · `no-key`: the account has none, or is frozen */
export type ReadTonKey = { publicKey: string } | 'no-key' | 'not-deployed'

/** The chain was not asked, or did not answer. It is no verdict. */
export type Unanswered = 'unanswered'

/** Port to the chains that a verifier may ask. Nothing here throws. */
export interface ProofChain {
  /** ERC-1271: whether the contract accepts this signature of this hash. */
  acceptsSignature(question: {
    chainId: number
    address: string
    hash: Hex
    signature: Hex
    at: At<EvmBlock>
  }): Promise<boolean | Unanswered>
  readSafe(safe: {
    chainId: number
    address: string
    at: At<EvmBlock>
  }): Promise<ReadOwners | Unanswered>
  /**
   * The key that `get_public_key` returns.
   *
   * @param account `address`: raw · `at`: number of a masterchain block
   */
  readTonKey(account: {
    network: TonNetwork
    address: string
    at: At<number>
  }): Promise<ReadTonKey | Unanswered>
  /** @param multisig `address`: raw · `at`: number of a masterchain block */
  readTonMultisig(multisig: {
    network: TonNetwork
    address: string
    at: At<number>
  }): Promise<ReadOwners | Unanswered>
}

const unanswered = (): Promise<Unanswered> => Promise.resolve('unanswered')

/** For a verifier that asks no chain. */
export const NO_CHAIN: ProofChain = {
  acceptsSignature: unanswered,
  readSafe: unanswered,
  readTonKey: unanswered,
  readTonMultisig: unanswered,
}

/** What checks ask, and what they compute with. */
export type ProofPorts = { chain: ProofChain; crypto: ProofCrypto }
