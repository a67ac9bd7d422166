import type { Telegram } from './telegram.ts'

/** Whether the member sits at a computer, with the wallet likely on a phone. */
export function isOnComputer({ platform, launch }: Pick<Telegram, 'platform' | 'launch'>): boolean {
  switch (platform) {
    case 'tdesktop':
    case 'macos':
      return true
    // A browser, on a phone or on a computer.
    case 'web':
    case 'weba':
      return !isHandheld()
    // Outside Telegram no client reports its platform.
    default:
      return launch.place === 'ticket' && !isHandheld()
  }
}

/** Whether the device is used with a finger. */
function isHandheld(): boolean {
  return matchMedia('(pointer: coarse)').matches
}
