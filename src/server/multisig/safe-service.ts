import type { Unreachable } from '../chains/evm-chain.ts'

/** Owners' signatures of one message that the service has gathered. */
export type GatheredSignatures = {
  /** By key: 65 bytes in hex each, with the owner's address with its checksum. */
  confirmations: readonly { owner: string; signature: string }[]
  /** All of them joined in the form that the Safe takes, in hex; null where the service has none. */
  prepared: string | null
}

/**
 * Port to the Safe Transaction Service. Its answers are not trusted until a chain shows the same. Nothing here throws.
 */
export interface SafeService {
  /** Addresses of the Safes that this key owns; `none` where the chain has no service. */
  getSafes(chainId: number, owner: string): Promise<readonly string[] | 'none' | Unreachable>
  /** @param hash Safe message hash, in hex */
  getSignatures(chainId: number, hash: string): Promise<GatheredSignatures | 'none' | Unreachable>
}
