import type { EvmWalletId } from './evm-wallet-names.ts'

/** Reown's API for its registry of wallets, which AppKit asks as well. */
export const REGISTRY_ORIGIN = 'https://api.web3modal.org'

/** How our own EVM wallets are registered with WalletConnect. */
export const REGISTRY_IDS: Readonly<Record<EvmWalletId, string>> = {
  metamask: 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96',
  trust: '4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0',
  okx: '971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709',
  bitget: '38f5d18bd8522c244bdd70cb4a68e0e718865155811c043f052fb9f1c51de662',
  rainbow: '1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369',
  safe: '225affb176778569276e484e1b92637ad061b01e13a048b35a9d280c3b58970f',
}

/**
 * Where the registry is. The one that replaces Reown's is on the origin of the relay that replaces Reown's.
 *
 * @param relayUrl of that relay; null in production
 */
export function getRegistryOrigin(relayUrl: string | null): string {
  return relayUrl === null ? REGISTRY_ORIGIN : relayUrl.replace(/^ws(s?:\/\/[^/]+).*$/, 'http$1')
}
