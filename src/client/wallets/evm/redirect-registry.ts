import { REGISTRY_ORIGIN } from '#shared/evm-registry.ts'

/**
 * AppKit's registry of wallets has a fixed address. Where another one replaces it, nothing may leave this machine, so
 * AppKit's queries go to the replacement.
 */
export function redirectRegistry(window: Pick<Window, 'fetch'>, origin: string): void {
  if (origin === REGISTRY_ORIGIN) return
  const fetch = window.fetch.bind(window)
  window.fetch = (input, init) => fetch(redirected(input, origin), init)
}

function redirected(input: RequestInfo | URL, origin: string): RequestInfo | URL {
  if (input instanceof Request) return input
  const url = String(input)
  return url.startsWith(`${REGISTRY_ORIGIN}/`) ? origin + url.slice(REGISTRY_ORIGIN.length) : input
}
