import type { StoredMultisig } from '../store/database/stored.ts'
import type { EvmChains } from '../chains/evm-chain.ts'

/**
 * Whether as many of the owners are keys as the threshold asks for: a contract cannot confirm. An owner of whom the chain
 * says nothing may be a key. TON: always.
 */
export async function canKeysConfirm(
  multisig: StoredMultisig,
  { evmChains }: { evmChains: EvmChains | null },
): Promise<boolean> {
  if (multisig.family !== 'evm' || evmChains === null) return true
  const codes = await evmChains.codesAt(multisig.chainId, multisig.owners)
  return codes.filter((code) => code !== 'contract').length >= multisig.threshold
}
