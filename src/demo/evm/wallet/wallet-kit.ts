import { WalletKit, type WalletKitTypes } from '@reown/walletkit'
import { Core } from '@walletconnect/core'

export type Kit = Awaited<ReturnType<typeof WalletKit.init>>

type KitOptions = {
  relayUrl: string
  projectId: string
  /** Origin of the wallet's page. */
  url: string
  name: string
  /** Distinguishes wallets in one process. */
  storagePrefix: string
  /** `browser`: what the wallet knows survives a reload. */
  storage: 'browser' | 'memory'
}

/** Opens Reown's wallet library with our relay. */
export async function openWalletKit(options: KitOptions): Promise<Kit> {
  const { relayUrl, projectId, url, name, storagePrefix, storage } = options
  const core = new Core({
    relayUrl,
    projectId,
    customStoragePrefix: storagePrefix,
    telemetryEnabled: false,
    logger: 'silent',
    ...(storage === 'memory' ? { storageOptions: { database: ':memory:' } } : {}),
  })
  if (!isCore(core)) throw new Error('The core of WalletConnect is not one')
  const icons = [`${url}/ton/icons/clasp-demo-wallet.png`]
  return WalletKit.init({
    core,
    metadata: {
      name,
      description: 'A wallet of the demo',
      url,
      icons,
      // The simulated phone treats this scheme as ours.
      redirect: { native: 'clasp-demo-wallet://' },
    },
  })
}

/** The package's class fits its own interface in all but `exactOptionalPropertyTypes`. */
function isCore(core: object): core is WalletKitTypes.Options['core'] {
  return 'relayer' in core
}

/** Leaves the relay: a process with an open kit does not end. */
export async function closeWalletKit({ core }: Kit): Promise<void> {
  core.heartbeat.stop()
  await core.relayer.transportClose()
}
