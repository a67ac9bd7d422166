/** The common name of an EVM chain, and its block explorer. */
type EvmChainFacts = { name: string; explorer: string }

/** Chains that are offered unless the operator sets others, in the order in which a wallet is asked for them. */
export const DEFAULT_EVM_CHAINS: readonly number[] = [1, 8453, 42161, 10, 137, 56]

const EVM_CHAINS: Readonly<Record<number, EvmChainFacts>> = {
  1: { name: 'Ethereum', explorer: 'https://etherscan.io' },
  10: { name: 'Optimism', explorer: 'https://optimistic.etherscan.io' },
  56: { name: 'BNB Chain', explorer: 'https://bscscan.com' },
  137: { name: 'Polygon', explorer: 'https://polygonscan.com' },
  8453: { name: 'Base', explorer: 'https://basescan.org' },
  42161: { name: 'Arbitrum', explorer: 'https://arbiscan.io' },
}

/** Name of a chain; its number where we know no name. */
export function evmChainName(chainId: number): string {
  return EVM_CHAINS[chainId]?.name ?? `Chain ${chainId}`
}

/** Page of an address at the chain's explorer; null where we know none. */
export function evmExplorerLink(chainId: number, address: string): string | null {
  const chain = EVM_CHAINS[chainId]
  return chain === undefined ? null : `${chain.explorer}/address/${address}`
}
