/** At least one URL; they are queried in this order. */
export type RpcUrls = readonly [string, ...string[]]

/**
 * The endpoints of each chain unless the operator sets EVM_RPC_<chain id>: those that viem 2.57.1 has in its
 * definitions of the chains. They are public and guarantee nothing.
 */
export const PUBLIC_ENDPOINTS: Readonly<Record<number, RpcUrls>> = {
  1: ['https://ethereum.reth.rs/rpc'],
  10: ['https://mainnet.optimism.io'],
  56: ['https://56.rpc.thirdweb.com'],
  137: ['https://polygon.drpc.org'],
  8453: ['https://mainnet.base.org'],
  42161: ['https://arb1.arbitrum.io/rpc'],
}
