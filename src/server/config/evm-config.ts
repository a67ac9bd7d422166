import type { EvmPolicy } from '#shared/boot.ts'
import { DEFAULT_EVM_CHAINS } from '#shared/evm-chains.ts'
import { PUBLIC_ENDPOINTS, type RpcUrls } from '../chains/evm/public-endpoints.ts'
import type { ConfigReader } from './config-reader.ts'

/** Settings for EVM wallets; none where the policy is `off`. */
export type EvmConfig =
  | { policy: Extract<EvmPolicy, 'off'> }
  | {
      policy: Exclude<EvmPolicy, 'off'>
      /** Project id at Reown; it is public. */
      projectId: string
      /** The preferred first. */
      chains: readonly EvmChainConfig[]
    }

type EvmChainConfig = { id: number; rpcUrls: RpcUrls }

/**
 * Where EVM wallets are not offered, no setting for them is required. A setting that is present must still be
 * well-formed, so that a mistake shows now and not on the day when they are offered.
 */
export function readEvm(reader: ConfigReader): EvmConfig | undefined {
  const policy = reader.required('EVM')
  if (policy === undefined || policy === 'off') {
    reader.optional('REOWN_PROJECT_ID', null)
    reader.optional('EVM_CHAINS', null)
    for (const id of reader.chainsWithUrls(() => true)) reader.rpcUrls(id, null)
    return policy && { policy }
  }
  const projectId = reader.required('REOWN_PROJECT_ID')
  const chains = readChains(reader)
  return projectId === undefined ? undefined : { policy, projectId, chains }
}

/** Reports a chain without usable URLs among the bad variables, and leaves it out. */
function readChains(reader: ConfigReader): EvmChainConfig[] {
  const ids = reader.optional('EVM_CHAINS', DEFAULT_EVM_CHAINS)
  const isListed = reader.bad.every(({ name }) => name !== 'EVM_CHAINS')
  reader.chainsWithUrls((id) => !isListed || ids.includes(id))
  return ids.flatMap((id) => {
    const rpcUrls = reader.rpcUrls(id, PUBLIC_ENDPOINTS[id])
    return rpcUrls ? [{ id, rpcUrls }] : []
  })
}
