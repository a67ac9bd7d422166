/** One URL at least: the first is asked first. */
export type RpcUrls = readonly [string, ...string[]]

/**
 * Where each chain is asked unless the owner sets EVM_RPC_<chain id>: the endpoints that viem 2.57.1 has in
 * its definitions of the chains. They are open to everybody and promise nothing.
 */
export const PUBLIC_ENDPOINTS: Readonly<Record<number, RpcUrls>> = {
  1: ['https://ethereum.reth.rs/rpc'],
  10: ['https://mainnet.optimism.io'],
  56: ['https://56.rpc.thirdweb.com'],
  137: ['https://polygon.drpc.org'],
  8453: ['https://mainnet.base.org'],
  42161: ['https://arb1.arbitrum.io/rpc'],
}
