import type { EvmBoot } from '#shared/boot.ts'
import { directLink } from '#shared/links.ts'
import { createEvmConnector } from '#client/wallets/evm/create-evm-connector.ts'
import type { WalletConnector } from '#client/wallets/wallet-connector.ts'
import type { EvmWalletsDeps } from './evm-wallets-deps.ts'

/** EVM wallets inside this page. */
export function createInAppWallets(deps: EvmWalletsDeps, evm: EvmBoot): WalletConnector {
  const { appName, bot } = deps.boot
  return createEvmConnector({
    ...deps,
    now: deps.deviceNow,
    boot: evm,
    appName,
    origin: location.origin,
    storageEvents: window,
    appLink: directLink(bot),
    openWindow: (url) => window.open(url, '_blank'),
    isHandheld: () => matchMedia('(pointer: coarse)').matches,
  })
}
