import { NO_CHAINS, type ProofChains } from '#proof/chain.ts'
import type { NamedWallet } from '#proof/account-id.ts'
import { createEvmChains } from './evm.ts'
import { createCheckedToncenter, type ToncenterOptions } from './toncenter.ts'

type AskedChains = {
  /** A JSON-RPC endpoint of the wallet's chain that still has the state of old blocks; null: EVM chains are not asked. */
  evmRpcUrl: string | null
  /** A toncenter API, asked without a key: `https://toncenter.com`; null: TON is not asked. */
  tonApiUrl: string | null
} & Pick<ToncenterOptions, 'multisigCodes' | 'fetch'>

/** For one query, in milliseconds. */
const TIMEOUT_MS = 10_000

/** Opens the chain of a wallet for a verifier. */
export function openChains(
  wallet: NamedWallet,
  { evmRpcUrl, tonApiUrl, fetch, ...rest }: AskedChains,
): ProofChains {
  const limits = { fetch, timeoutMs: TIMEOUT_MS }
  if (wallet.family === 'evm' && evmRpcUrl !== null) {
    const chains = [{ id: wallet.chainId, rpcUrls: [evmRpcUrl] }] as const
    return { ...NO_CHAINS, evm: createEvmChains({ chains, ...limits }) }
  }
  if (wallet.family === 'ton' && tonApiUrl !== null) {
    const api = { network: wallet.network, apiUrl: tonApiUrl.replace(/\/+$/, ''), apiKey: null }
    return { ...NO_CHAINS, ton: createCheckedToncenter({ ...api, ...limits, ...rest }) }
  }
  return NO_CHAINS
}
