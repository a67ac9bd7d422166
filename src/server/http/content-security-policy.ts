import { REGISTRY_ORIGIN } from '#shared/evm-registry.ts'

/** Telegram's web clients show the Mini App in a frame; no other site may. */
export const TELEGRAM_WEB_ORIGINS = [
  'https://web.telegram.org',
  'https://webk.telegram.org',
  'https://weba.telegram.org',
]

/**
 * SHA-256 of an empty string: the wallet library sets an empty `ontouchstart` on the body, and no other handler may
 * run.
 */
const EMPTY_HANDLER = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

/** Origins that WalletConnect and AppKit need. */
export type EvmSources = { connect: readonly string[]; frame: readonly string[] }

/**
 * Reown's hosts: the relay carries the encrypted messages between page and wallet, the explorer lists all wallets for
 * members who want to see them, the frame attests our origin to the wallet. The counter of page views is not among
 * them, so it receives nothing.
 */
export const REOWN: EvmSources = {
  connect: ['wss://relay.walletconnect.org', REGISTRY_ORIGIN],
  frame: ['https://verify.walletconnect.org'],
}

type Sources = {
  /** Hashes of the shell's inline scripts, as `'sha256-…'`. */
  scriptHashes: readonly string[]
  /** Origins of the TON Connect bridges of the served wallets list. */
  bridgeOrigins: readonly string[]
  /** Origins that EVM wallets need; null where the operator does not offer them. */
  evm: EvmSources | null
  frameAncestors: readonly string[]
}

/**
 * Every origin that the page may reach, in one list: an origin that is not here cannot be reached. Styles may be inline
 * because the wallet library writes its own at run time.
 */
export function contentSecurityPolicy({
  scriptHashes,
  bridgeOrigins,
  evm,
  frameAncestors,
}: Sources): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scriptHashes, "'unsafe-hashes'", EMPTY_HANDLER],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', ...(evm === null ? [] : ['blob:'])],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...bridgeOrigins, ...(evm?.connect ?? [])],
    'frame-src': evm === null || evm.frame.length === 0 ? ["'none'"] : evm.frame,
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': frameAncestors,
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}
