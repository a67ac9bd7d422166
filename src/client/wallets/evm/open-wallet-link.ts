import type { Telegram } from '#client/telegram/telegram.ts'
import type { WalletLink } from './evm-wallets.ts'

/** `elsewhere`: the wallet is probably on another device, so nothing was opened here. */
export type LinkOpening = 'opened' | 'elsewhere' | 'blocked'

export type OpenWalletMeans = {
  telegram: Telegram
  /** `window.open(url, '_blank')`. Not with `noopener`, which hides whether a window came of it. */
  openWindow: (url: string) => { opener: unknown } | null
  /** Whether the device is used with a finger: a phone or a tablet. */
  isHandheld: () => boolean
}

/**
 * Opens a wallet app inside the member's tap.
 *
 * Telegram's clients for phones let a page out to an app only through a new window: on Android any
 * other way puts an error in place of the Mini App, on iOS nothing happens. Telegram's own way of
 * opening links takes no apps' schemes, and on Android shows web pages inside Telegram. So a new
 * window it is on phones, and on computers nothing, but for a wallet that is a web page.
 */
export function createOpenWalletLink(means: OpenWalletMeans): (link: WalletLink) => LinkOpening {
  const { telegram } = means
  return (link) => {
    if (isWalletHere(means)) return openInWindow(means, link.url)
    if (!link.hasWebApp) return 'elsewhere'
    telegram.openLink(link.url)
    return 'opened'
  }
}

function isWalletHere({ telegram, isHandheld }: OpenWalletMeans): boolean {
  switch (telegram.platform) {
    case 'ios':
    case 'android':
      return true
    case 'tdesktop':
    case 'macos':
      return false
    // A browser, be it Telegram Web's: of a phone or of a computer.
    default:
      return isHandheld()
  }
}

function openInWindow({ telegram, openWindow }: OpenWalletMeans, url: string): LinkOpening {
  const opened = openWindow(url)
  // Telegram for iOS hands the link to the system and has no window to show for it.
  if (opened === null) return telegram.platform === 'ios' ? 'opened' : 'blocked'
  cutLoose(opened)
  return 'opened'
}

/** What was opened gets no hold on our page. */
function cutLoose(opened: { opener: unknown }): void {
  try {
    opened.opener = null
  } catch {
    // It is at another origin by now, where a browser lets nobody set this.
  }
}
