import type { ClientPlatform } from '#shared/client-platform.ts'
import type { Telegram } from '../../telegram/telegram.ts'

/** Clients on which the wallet is likely to be on another device. */
const COMPUTERS: ReadonlySet<ClientPlatform> = new Set(['tdesktop', 'macos', 'web', 'weba'])

/** Whether the member sits at a computer, with the wallet likely on a phone. */
export function isOnComputer({ platform, launch }: Pick<Telegram, 'platform' | 'launch'>): boolean {
  // Outside Telegram no client reports its platform.
  const isBrowser = launch.place === 'ticket' && !matchMedia('(pointer: coarse)').matches
  return COMPUTERS.has(platform) || isBrowser
}
