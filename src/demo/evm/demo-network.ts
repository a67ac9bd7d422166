/** Made up: the real ones are registered with Reown. */
export const DEMO_PROJECT_ID = 'c1a5bdec0de0c1a5bdec0de0c1a5bdec'

/** Chains of the demo world, each a separate anvil. Safe is on both, the treasury on the first. */
export const DEMO_CHAIN_IDS = [1, 8453] as const

/** Where the EVM wallet's page is, on the simulated Telegram's origin. */
export const EVM_WALLET_PATH = '/evm-wallet/'

/** Where the relay takes WebSockets, on the same origin. */
export const RELAY_PATH = '/relay'

/** Path of the demo services for the wallet that no real wallet has. */
export const EVM_DEMO_PATH = '/evm/demo'

/** Where the stand-in for the Safe Transaction Service is, on the same origin. */
export const SAFE_API_PATH = '/safe-api'

/** Names of the chains in its addresses (EIP-3770). */
export const SAFE_CHAIN_NAMES: Readonly<Record<number, string>> = { 1: 'eth', 8453: 'base' }

/** Its path for the treasury's chain, without the version. */
export const TREASURY_SERVICE_PATH = `${SAFE_API_PATH}/eth/api`

/** Faults of the Transaction Service: it is unreachable, overloaded or slow. */
export const SAFE_SERVICE_FAULTS = ['none', 'down', 'busy', 'slow'] as const
export type SafeServiceFault = (typeof SAFE_SERVICE_FAULTS)[number]
