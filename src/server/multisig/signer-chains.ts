import { evmNetwork } from '#shared/evm-network.ts'
import type { StoredMultisig } from '../store/stored.ts'
import type { EvmChains, Unreachable } from '../verify/evm-chain.ts'
import type { TonChain } from '../verify/ton-chain.ts'
import type { MultisigLocation } from './location.ts'
import type { SafeService } from './safe-service.ts'

/** One chain on which a key may be an owner. */
export type SignerChain = {
  name: string
  location(address: string): MultisigLocation
  has(multisig: StoredMultisig): boolean
  /** Addresses that a service lists as multisigs of this key; `none` where there is no such service. */
  list(key: string): Promise<readonly string[] | 'none' | Unreachable>
}

export type SignerChainsDeps = {
  tonChain: TonChain
  evmChains: EvmChains | null
  safeService: SafeService | null
}

/** The chains on which a key of this family may be an owner. */
export function signerChains(
  family: 'ton' | 'evm',
  { tonChain, evmChains, safeService }: SignerChainsDeps,
): SignerChain[] {
  if (family === 'ton') return [tonSignerChain(tonChain)]
  return (evmChains?.ids ?? []).map((chainId) => ({
    name: evmNetwork(chainId),
    location: (address) => ({ family: 'evm', address, chainId }),
    has: (multisig) => multisig.family === 'evm' && multisig.chainId === chainId,
    list: (key) => safeService?.getSafes(chainId, key) ?? Promise.resolve('none'),
  }))
}

function tonSignerChain(tonChain: TonChain): SignerChain {
  return {
    name: tonChain.network,
    location: (address) => ({ family: 'ton', address }),
    has: (multisig) => multisig.family === 'ton' && multisig.network === tonChain.network,
    list: (key) => tonChain.getMultisigs(key),
  }
}
