/** Telegram's web clients show the Mini App in a frame; nobody else may. */
export const TELEGRAM_WEB_ORIGINS = [
  'https://web.telegram.org',
  'https://webk.telegram.org',
  'https://weba.telegram.org',
]

/** SHA-256 of nothing: the wallet library sets an empty `ontouchstart` on the body, and that is all it may. */
const EMPTY_HANDLER = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

type Sources = {
  /** Hashes of the shell's inline scripts, as `'sha256-…'`. */
  scriptHashes: readonly string[]
  /** Origins of the TON Connect bridges of the served wallets list. */
  bridgeOrigins: readonly string[]
  frameAncestors: readonly string[]
}

/**
 * Everything that the page may ask of anybody. This is the one list of third parties: what is not
 * here cannot be reached. Styles may be inline because the wallet library writes its own at run time.
 */
export function contentSecurityPolicy({
  scriptHashes,
  bridgeOrigins,
  frameAncestors,
}: Sources): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scriptHashes, "'unsafe-hashes'", EMPTY_HANDLER],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...bridgeOrigins],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': frameAncestors,
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}
