/** Made up: the real ones are registered with Reown. */
export const DEMO_PROJECT_ID = 'c1a5bdec0de0c1a5bdec0de0c1a5bdec'

/** Chains of the demo world, each an anvil of its own. Safe is on the first. */
export const DEMO_CHAIN_IDS = [1, 8453] as const

/** Where the EVM wallet's page is, on the simulated Telegram's origin. */
export const EVM_WALLET_PATH = '/evm-wallet/'

/** Where the relay takes WebSockets, on the same origin. */
export const RELAY_PATH = '/relay'

/** Where the wallet asks its surroundings for what no real wallet could. */
export const EVM_DEMO_PATH = '/evm/demo'
