import type { ClientPlatform } from '#shared/client-platform.ts'
import { isFramed } from '../../telegram/is-framed.ts'

/** Their web views do not start downloads. */
const NATIVE: ReadonlySet<ClientPlatform> = new Set(['ios', 'android', 'tdesktop', 'macos'])

/**
 * Whether the page can save a file on the device: only in a browser, outside a frame. Telegram's web clients show it in
 * a frame whose sandbox has no `allow-downloads`, where a download fails without any sign.
 */
export function canSaveFiles(platform: ClientPlatform): boolean {
  return !isFramed() && !NATIVE.has(platform)
}
