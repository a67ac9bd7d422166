import type { Busy } from './busy.ts'
import type { NoMultisig, ReadSafe } from './multisig.ts'

/** What is at an address. `eip7702`: a key's address that has lent itself a contract's code. */
export type EvmCode = 'none' | 'eip7702' | 'contract'

/** A chain that cannot be asked gives no verdict: the same question may be put again. */
export type Unreachable = 'unreachable'

/** What a contract is asked by ERC-1271: 32 bytes, the EIP-191 hash of the message, and a signature from `0x` to 16 KiB; all in hex. */
export type SignatureQuestion = { address: string; hash: string; signature: string }

/** What it answers. Whatever is not the magic value (a revert, too much gas, garbage, nothing) is `refused`. */
export type SignatureVerdict = 'accepted' | 'refused'

/** Port to the EVM chains that the owner offers. Nothing here throws. */
export interface EvmChains {
  /** Chain ids, the preferred first. */
  ids: readonly number[]
  codeAt(chainId: number, address: string): Promise<EvmCode | Unreachable>
  /** ERC-1271: whether the contract accepts this signature of this hash. */
  isValidSignature(
    chainId: number,
    question: SignatureQuestion,
  ): Promise<SignatureVerdict | Unreachable>
  /** The same for many at once, in one round trip: a verdict for each question, in their order. */
  areValidSignatures(
    chainId: number,
    questions: readonly SignatureQuestion[],
  ): Promise<readonly (SignatureVerdict | Unreachable)[]>
  /** The Safe at this address: everything about it in one round trip. */
  readSafe(chainId: number, address: string): Promise<ReadSafe | NoMultisig | Unreachable>
}

/** The chains as one member may ask them. */
export type ExclusiveEvmChains = {
  [Question in 'codeAt' | 'isValidSignature']: (
    ...asked: Parameters<EvmChains[Question]>
  ) => Promise<Awaited<ReturnType<EvmChains[Question]>> | Busy>
}
