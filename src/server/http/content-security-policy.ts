/** Telegram's web clients show the Mini App in a frame; nobody else may. */
export const TELEGRAM_WEB_ORIGINS = [
  'https://web.telegram.org',
  'https://webk.telegram.org',
  'https://weba.telegram.org',
]

/** SHA-256 of nothing: the wallet library sets an empty `ontouchstart` on the body, and that is all it may. */
const EMPTY_HANDLER = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

/** Origins that WalletConnect and AppKit need. */
export type EvmSources = { connect: readonly string[]; frame: readonly string[] }

/**
 * Reown's hosts: the relay carries the encrypted messages between page and wallet, the explorer lists
 * wallets for whoever wants to see them all, the frame attests our origin to the wallet. Its counter
 * of page views is not among them, so it hears of nothing.
 */
export const REOWN: EvmSources = {
  connect: ['wss://relay.walletconnect.org', 'https://api.web3modal.org'],
  frame: ['https://verify.walletconnect.org'],
}

type Sources = {
  /** Hashes of the shell's inline scripts, as `'sha256-…'`. */
  scriptHashes: readonly string[]
  /** Origins of the TON Connect bridges of the served wallets list. */
  bridgeOrigins: readonly string[]
  /** Whom EVM wallets need; null where the operator does not offer them. */
  evm: EvmSources | null
  frameAncestors: readonly string[]
}

/**
 * Everything that the page may ask of anybody. This is the one list of third parties: what is not
 * here cannot be reached. Styles may be inline because the wallet library writes its own at run time.
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
