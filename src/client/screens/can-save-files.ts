import type { ClientPlatform } from '#shared/client-platform.ts'

/** Their web views start no downloads. */
const NATIVE: ReadonlySet<ClientPlatform> = new Set(['ios', 'android', 'tdesktop', 'macos'])

/**
 * Whether the page can put a file on the device: in a browser, as a page of its own. Telegram's web clients show it in a
 * frame whose sandbox lacks `allow-downloads`, and nothing would tell that nothing came of it.
 */
export function canSaveFiles(platform: ClientPlatform): boolean {
  return window.parent === window && !NATIVE.has(platform)
}
