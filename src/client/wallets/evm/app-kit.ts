import { createAppKit, type CreateAppKit } from '@reown/appkit/core'
import { pause } from '#client/api/back-off.ts'
import type { Telegram } from '#client/telegram/telegram.ts'
import type { EvmBoot } from '#shared/boot.ts'
import { evmChainName } from '#shared/evm-chains.ts'
import { getRegistryOrigin, REGISTRY_IDS } from '#shared/evm-registry.ts'
import styles from './app-kit.css?inline'
import { redirectRegistry } from './redirect-registry.ts'
import { silencePulse } from './silence-pulse.ts'
import type { WalletConnect } from './wallet-connect.ts'

/**
 * Wallets that AppKit opens with `location.href`, which on Telegram's clients replaces the Mini App,
 * and with our page's address in the link instead of a pairing (appkit-controllers, MobileWallet.js).
 */
const EXCLUDED = [
  'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393', // Phantom
  'd0ca99ff52b99abc48743dad0f7fc891e041be73574f7fac4afe5d4bb83845c8', // Coinbase Wallet
  'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa', // Base, its present name
  '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79', // Solflare
]

/** Name that AppKit reports for its QR code, which fits any wallet. */
const ANY_WALLET = 'WalletConnect'

/** How long AppKit may take to be ready, in milliseconds. */
const READY_TIMEOUT_MS = 2_000

type AppKitOptions = {
  boot: EvmBoot
  telegram: Telegram
  metadata: NonNullable<CreateAppKit['metadata']>
  provider: WalletConnect['provider']
  on: {
    open: (isOpen: boolean) => void
    wallet: (name: string) => void
    /** The member wants another pairing. */
    retry: () => Promise<void>
  }
}

export type AppKitChooser = Awaited<ReturnType<typeof openAppKit>>

/**
 * Reown's AppKit: the list of all wallets. It shows our pairing and makes none itself. Where
 * its registry of wallets cannot be reached, it still shows the QR code and copies the link.
 */
export async function openAppKit({ boot, telegram, metadata, provider, on }: AppKitOptions) {
  silencePulse(navigator)
  redirectRegistry(window, getRegistryOrigin(boot.relayUrl))
  leavePairingToUs(provider, on.retry)
  document.head.append(Object.assign(document.createElement('style'), { textContent: styles }))
  const modal = createAppKit({
    projectId: boot.projectId,
    metadata,
    networks: getNetworks(boot.chains),
    universalProvider: provider,
    manualWCControl: true,
    features: { analytics: false },
    featuredWalletIds: Object.values(REGISTRY_IDS),
    excludeWalletIds: EXCLUDED,
    enableMobileFullScreen: true,
    enableInjected: false,
    enableEIP6963: false,
    themeMode: telegram.colorScheme.get(),
    // With a font set, AppKit fetches none. The precise one is in app-kit.css.
    themeVariables: { '--apkt-font-family': 'system-ui' },
    debug: false,
  })
  telegram.colorScheme.listen((scheme) => modal.setThemeMode(scheme))
  modal.subscribeState(({ open }) => on.open(open))
  modal.subscribeEvents(({ data }) => {
    if (data.event !== 'SELECT_WALLET' || data.properties.name === ANY_WALLET) return
    on.wallet(data.properties.name)
  })
  // It waits for its registry, which may never answer, but opens without it.
  await Promise.race([modal.ready(), pause(READY_TIMEOUT_MS)])

  // The event that a provider emits for a new pairing: AppKit listens to nothing else.
  const show = (uri: string) => void provider.events.emit('display_uri', uri)
  return {
    /** The pairing has been replaced. */
    show,
    /** Opens the list; a wallet chosen from it is opened with this pairing. */
    async open(uri: string): Promise<void> {
      // AppKit forgets the pairing whenever it closes.
      show(uri)
      await modal.open()
    },
    close: (): void => void modal.close(),
  }
}

/**
 * "Try again" in AppKit would make a pairing that we do not know; we give it a new one of ours. AppKit
 * then waits for its own session, which never comes: we close the list.
 */
function leavePairingToUs(provider: WalletConnect['provider'], retry: () => Promise<void>): void {
  const value = async () => {
    await retry()
    return new Promise<never>(() => {})
  }
  Object.defineProperty(provider, 'connect', { configurable: true, value })
}

type Networks = CreateAppKit['networks']

/** Chains in AppKit's format. It queries none of them, because it never learns of an account. */
function getNetworks(chains: readonly number[]): Networks {
  const [first = 1, ...others] = chains
  return [getNetwork(first), ...others.map(getNetwork)]
}

function getNetwork(id: number): Networks[number] {
  return {
    id,
    name: evmChainName(id),
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  }
}
