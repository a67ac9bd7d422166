import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { UniversalProvider } from '@walletconnect/universal-provider'
import { startAnvil } from '#demo/evm/anvil.ts'
import { startRelay } from '#demo/evm/relay.ts'
import { deploySafeContracts } from '#demo/evm/safe.ts'
import { openWalletKit } from '#demo/evm/wallet/wallet-kit.ts'
import { type EvmWallet, createEvmWallet } from '#demo/evm/wallet/wallet.ts'

const PROJECT_ID = '0123456789abcdef0123456789abcdef'
/** With this the libraries ask nobody on the network whether an app is genuine. */
process.env['IS_VITEST'] = 'true'

export type EvmWorld = Awaited<ReturnType<typeof startEvmWorld>>

/** The EVM half of the demo world: a relay, and a chain with Safe's contracts on it. */
export async function startEvmWorld() {
  const relay = await startRelay({ now: Date.now })
  const anvil = await startAnvil({ chainId: 1 })
  const safes = await deploySafeContracts(anvil)
  const opened: { close(): Promise<void> }[] = []

  const openWallet = async (seed = 'test seed'): Promise<EvmWallet> => {
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
      demo: {
        safeOf: (owner) => safes.create({ owners: [owner], threshold: 1 }),
        async disturbRelay(how, except) {
          if (how === 'drop') relay.dropSockets(except)
          else relay.silenceSockets(except)
        },
      },
      seed,
      chainIds: [1, 8453],
      sleep,
    })
    opened.push(wallet)
    return wallet
  }
  return {
    relay,
    anvil,
    safes,
    openWallet,
    /** An app with WalletConnect's own library. */
    async openApp() {
      const app = await openProvider(relay.url)
      opened.push({ close: () => closeProvider(app) })
      return app
    },
    async close() {
      await Promise.all(opened.map((one) => one.close()))
      await Promise.all([relay.close(), anvil.close()])
    },
  }
}

export type App = Awaited<ReturnType<typeof openProvider>>

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

async function closeProvider({ client }: App): Promise<void> {
  client.core.heartbeat.stop()
  await client.core.relayer.transportClose()
}
