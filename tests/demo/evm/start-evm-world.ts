import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { UniversalProvider } from '@walletconnect/universal-provider'
import { startAnvil } from '#demo/evm/anvil.ts'
import { startRelay } from '#demo/evm/relay.ts'
import { createEvmDemoRoutes } from '#demo/evm/evm-demo-routes.ts'
import { createSafeService } from '#demo/evm/safe-service.ts'
import { deploySafeContracts } from '#demo/evm/safe.ts'
import { createTreasury } from '#demo/evm/treasury.ts'
import { createDemoPort } from '#demo/evm/wallet/demo-port.ts'
import { type Kit, openWalletKit } from '#demo/evm/wallet/wallet-kit.ts'
import { type DemoEvmWallet, createEvmWallet } from '#demo/evm/wallet/wallet.ts'
import { listenHere } from '#tests/support/listen-here.ts'

const PROJECT_ID = '0123456789abcdef0123456789abcdef'
/** Stops the libraries from asking the network whether an app is genuine. */
process.env['IS_VITEST'] = 'true'

export type DemoEvmWorld = Awaited<ReturnType<typeof startEvmWorld>>

/** Starts the EVM half of the demo world: a relay, and a chain with Safe's contracts. */
export async function startEvmWorld() {
  const relay = await startRelay({ now: Date.now })
  const anvil = await startAnvil({ chainId: 1 })
  const safes = await deploySafeContracts(anvil)
  const treasury = await createTreasury(safes)
  const safeService = createSafeService({ chains: [anvil], now: Date.now, sleep })
  const demo = createEvmDemoRoutes({ relay, safes, treasury, safeService })
  const site = await listenHere(new Hono().route('/demo', demo).route('/safe', safeService.routes))
  const opened: { close(): Promise<void> }[] = []

  const openWallet = async (seed = 'test seed'): Promise<DemoEvmWallet & { kit: Kit }> => {
    const kit = await openWalletKit({
      relayUrl: relay.url,
      projectId: PROJECT_ID,
      url: 'http://127.0.0.1',
      name: 'Demo Wallet',
      storagePrefix: randomUUID(),
      storage: 'memory',
    })
    const wallet = await createEvmWallet({
      kit,
      demo: createDemoPort({ demoUrl: `${site.url}/demo`, serviceUrl: `${site.url}/safe/eth/api` }),
      seed,
      chainIds: [1, 8453],
      sleep,
    })
    opened.push(wallet)
    return { ...wallet, kit }
  }
  return {
    relay,
    anvil,
    safes,
    treasury,
    safeService,
    openWallet,
    /** Opens an app with WalletConnect's library. */
    async openApp() {
      const app = await openProvider(relay.url)
      opened.push({ close: () => closeProvider(app) })
      return app
    },
    async close() {
      await Promise.all(opened.map((one) => one.close()))
      await Promise.all([relay.close(), site.close(), anvil.close()])
    },
  }
}

export type ProviderApp = Awaited<ReturnType<typeof openProvider>>

function openProvider(relayUrl: string) {
  return UniversalProvider.init({
    projectId: PROJECT_ID,
    relayUrl,
    telemetryEnabled: false,
    customStoragePrefix: randomUUID(),
    storageOptions: { database: ':memory:' },
    logger: 'silent',
    metadata: {
      name: 'Clasp',
      description: 'Test',
      url: 'http://127.0.0.1:4000',
      icons: ['http://127.0.0.1:4000/icon.png'],
    },
  })
}

async function closeProvider({ client }: ProviderApp): Promise<void> {
  client.core.heartbeat.stop()
  await client.core.relayer.transportClose()
}
