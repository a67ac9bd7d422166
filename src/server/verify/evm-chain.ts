import type { NoMultisig, ReadSafe } from './multisig.ts'

/** What is at an address. `eip7702`: a key's address that has lent itself a contract's code. */
export type EvmCode = 'none' | 'eip7702' | 'contract'

/** A chain that cannot be asked gives no verdict: the same question may be put again. */
export type Unreachable = 'unreachable'

/** Port to the EVM chains that the owner offers. Nothing here throws. */
export interface EvmChains {
  /** Chain ids, the preferred first. */
  ids: readonly number[]
  codeAt(chainId: number, address: string): Promise<EvmCode | Unreachable>
  /**
   * ERC-1271: whether the contract accepts this signature of this hash. Whatever is not the magic
   * value (a revert, too much gas, garbage, nothing) is `refused`.
   *
   * @param question hash: 32 bytes, the EIP-191 hash of the message · signature: `0x` upwards; both hex
   */
  isValidSignature(
    chainId: number,
    question: { address: string; hash: string; signature: string },
  ): Promise<'accepted' | 'refused' | Unreachable>
  /** The Safe at this address: everything about it in one round trip. */
  readSafe(chainId: number, address: string): Promise<ReadSafe | NoMultisig | Unreachable>
}
