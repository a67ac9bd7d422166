import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Hono } from 'hono'
import type { Environment } from '#server/config/environment.ts'
import type { EvmPolicy } from '#shared/boot.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { DEMO_CHAIN_IDS, DEMO_PROJECT_ID, RELAY_PATH, SAFE_API_PATH } from './demo-network.ts'
import { createEvmDemoRoutes } from './evm-demo-routes.ts'
import { type Relay, type RelayOptions, createRelay } from './relay.ts'
import { type DemoSafeService, createSafeService } from './safe-service.ts'
import { type Safes, deploySafeContracts } from './safe.ts'
import { type SafeTreasury, createTreasury } from './treasury.ts'
import { createWalletRegistry } from './wallet-registry.ts'

type EvmServicesOptions = {
  /** Origin of the server that the relay is attached to. */
  messengerUrl: string
  policy: Exclude<EvmPolicy, 'off'>
  /** Unix time in milliseconds. */
  now: () => number
} & Pick<RelayOptions, 'onWallet'>

/** A WalletConnect relay, EVM chains with Safe on them, and a treasury of several people on the first. */
export type EvmServices = {
  relay: Omit<Relay, 'attach' | 'close'>
  /** Those of the first chain. */
  safes: Safes
  treasury: SafeTreasury
  safeService: DemoSafeService
  chains: readonly Anvil[]
  /** Address of the relay, for `startServer`. */
  relayUrl: string
  /** The operator's settings so that Clasp offers EVM wallets here. */
  environment: Environment
  /** To be mounted at `EVM_DEMO_PATH`. */
  routes: Hono
  /** Reown's registry of wallets, to be mounted at the root of the relay's origin. */
  registry: Hono
  attachRelay(server: Server): void
  close(): Promise<void>
}

export async function startEvmServices(options: EvmServicesOptions): Promise<EvmServices> {
  const { messengerUrl, policy, now, ...observer } = options
  const chains = await Promise.all(DEMO_CHAIN_IDS.map((chainId) => startAnvil({ chainId })))
  const [safes] = await Promise.all(chains.map(deploySafeContracts))
  if (safes === undefined) throw new Error('The demo has no EVM chain')
  const treasury = await createTreasury(safes)
  const relay = createRelay({ now, ...observer })
  const safeService = createSafeService({
    chains,
    now,
    // A pending sleep must not keep the process alive.
    sleep: (milliseconds) => sleep(milliseconds, undefined, { ref: false }),
  })
  return {
    relay,
    safes,
    treasury,
    safeService,
    chains,
    relayUrl: `${messengerUrl.replace(/^http/, 'ws')}${RELAY_PATH}`,
    environment: {
      EVM: policy,
      REOWN_PROJECT_ID: DEMO_PROJECT_ID,
      EVM_CHAINS: DEMO_CHAIN_IDS.join(','),
      ...Object.fromEntries(chains.map(({ chainId, url }) => [`EVM_RPC_${chainId}`, url])),
      SAFE_API_URL: `${messengerUrl}${SAFE_API_PATH}`,
    },
    routes: createEvmDemoRoutes({ relay, safes, treasury, safeService }),
    registry: createWalletRegistry(),
    attachRelay: (server) => relay.attach(server, RELAY_PATH),
    async close() {
      relay.close()
      await Promise.all(chains.map((chain) => chain.close()))
    },
  }
}
