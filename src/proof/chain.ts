import type { ProofCrypto } from './crypto.ts'
import type { EvmBlock, TonBlock } from './document.ts'

/** When a chain is asked about: at a block, or at its latest one. A block whose number is not that of its hash is none. */
export type At<Block> = Block | 'latest'

/** The chain was not asked, or did not answer, so there is no verdict. The same query may be sent again. */
export type Unreachable = 'unreachable'

/**
 * An ERC-1271 query. `hash`: the EIP-191 hash of the message, 32 bytes · `signature`: empty (`0x`) to 16 KiB. All in
 * hex.
 */
export type SignatureQuery = { address: string; hash: string; signature: string }

/** The contract's answer. Anything but the magic value (a revert, too much gas, garbage, nothing) is `refused`. */
export type SignatureVerdict = 'accepted' | 'refused'

/** Of a multisig that runs published code. */
export type ReadOwners = { owners: readonly string[]; threshold: number }

/**
 * Why there is no multisig at an address. `none`: no contract, or one that does not answer like a multisig ·
 * `lookalike`: it answers like one, but its code is not a published one, so its answers prove nothing.
 */
export type NoMultisig = 'none' | 'lookalike'

/** Port to the EVM chains, as far as a proof asks them. Nothing here throws. */
export interface ProofEvmChains {
  /** ERC-1271: whether the contract accepts this signature of this hash. @param at @default 'latest' */
  isValidSignature(
    chainId: number,
    query: SignatureQuery,
    at?: At<EvmBlock>,
  ): Promise<SignatureVerdict | Unreachable>
  /** @param at @default 'latest' */
  readSafe(
    chainId: number,
    address: string,
    at?: At<EvmBlock>,
  ): Promise<ReadOwners | NoMultisig | Unreachable>
}

/** What an account says of its key. */
export type TonKeyAnswer =
  /** Deployed, and its `get_public_key` answered with this 32-byte key: the current one. */
  | { status: 'active'; publicKey: Uint8Array }
  /** Deployed, but it has no such get-method: not a wallet, or an unusual one. */
  | { status: 'no-key' }
  /** Confirmed by the chain to be not deployed. */
  | { status: 'inactive' }
  /** Frozen: its code cannot run, so its key cannot be read. */
  | { status: 'frozen' }

/** The chain could not be queried. Never treat this as "not deployed". */
export type UnreachableKey = { status: Unreachable }

/** Port to the TON network of a wallet, as far as a proof asks it. Addresses are raw. Nothing here throws. */
export interface ProofTonChain {
  /** `disagreement`: two APIs gave different answers, so neither counts. @param at @default 'latest' */
  accountKey(
    address: string,
    at?: At<TonBlock>,
  ): Promise<TonKeyAnswer | UnreachableKey | { status: 'disagreement' }>
  /** @param at @default 'latest' */
  readMultisig(address: string, at?: At<TonBlock>): Promise<ReadOwners | NoMultisig | Unreachable>
}

export type ProofChains = { evm: ProofEvmChains; ton: ProofTonChain }

const unreachable = (): Promise<Unreachable> => Promise.resolve('unreachable')

/** For a verifier that asks no chain. */
export const NO_CHAINS: ProofChains = {
  evm: { isValidSignature: unreachable, readSafe: unreachable },
  ton: {
    accountKey: () => Promise.resolve({ status: 'unreachable' }),
    readMultisig: unreachable,
  },
}

/** What checks ask, and what they compute with. */
export type ProofPorts = ProofChains & { crypto: ProofCrypto }
