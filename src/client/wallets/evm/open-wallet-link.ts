import type { Telegram } from '#client/telegram/telegram.ts'
import type { WalletLink } from './evm-wallets.ts'
import type { KeyValueStorage } from '../../api/user-storage.ts'

/** Key under which AppKit stores the link of a wallet that was chosen in it. */
const DEEP_LINK_KEY = 'WALLETCONNECT_DEEPLINK_CHOICE'

/** `elsewhere`: the wallet is probably on another device, so nothing was opened here. */
export type LinkOpening = 'opened' | 'elsewhere' | 'blocked'

export type OpenWalletMeans = {
  telegram: Telegram
  /** `window.open(url, '_blank')`. Not with `noopener`, which hides whether a window was opened. */
  openWindow: (url: string) => { opener: unknown } | null
  /** Whether the device is used with a finger: a phone or a tablet. */
  isHandheld: () => boolean
}

/**
 * Opens a wallet app inside the member's tap.
 *
 * Telegram's clients for phones let a page open an app only through a new window: on Android any
 * other way replaces the Mini App with an error, on iOS nothing happens. Telegram's own method for
 * links accepts no apps' schemes, and on Android shows web pages inside Telegram. So phones get a new
 * window, and computers nothing, except for a wallet that is a web page.
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
    // A browser, also Telegram Web's: on a phone or on a computer.
    default:
      return isHandheld()
  }
}

function openInWindow({ telegram, openWindow }: OpenWalletMeans, url: string): LinkOpening {
  const opened = openWindow(url)
  // Telegram for iOS gives the link to the system and returns no window.
  if (opened === null) return telegram.platform === 'ios' ? 'opened' : 'blocked'
  cutLoose(opened)
  return 'opened'
}

/** The opened window gets no access to our page. */
function cutLoose(opened: { opener: unknown }): void {
  try {
    opened.opener = null
  } catch {
    // The window is on another origin by now, where browsers do not allow this.
  }
}

/** Prevents the library from opening a wallet automatically, in place of the page and outside the member's tap. */
export function forgetDeepLink(storage: KeyValueStorage): void {
  try {
    storage.removeItem(DEEP_LINK_KEY)
  } catch {
    // A client that blocks its storage cannot have stored anything there.
  }
}
