import type { Telegram } from '#client/telegram/telegram.ts'
import { isTelegramLink, outsideReturn, telegramReturn, withReturn } from './wallet-link.ts'

/** Plain http means a wallet on this machine: the served list of wallets has no other such link. */
const WEB = /^https?:/

type LinkMeans = {
  telegram: Telegram
  /** Direct link that opens the app. */
  appLink: string
}

/**
 * Opens the wallet of a TON Connect link, inside the member's tap. Returns false for a
 * link that only a wallet's own scanner understands (`tc://…`).
 */
export function createOpenWalletLink({ telegram, appLink }: LinkMeans): (link: string) => boolean {
  const { platform } = telegram
  return (link) => {
    if (!WEB.test(link)) return false
    if (!isTelegramLink(link)) telegram.openLink(withReturn(link, outsideReturn(platform)))
    else if (platform === 'unknown') telegram.openLink(withReturn(link, appLink))
    else telegram.openTelegramLink(withReturn(link, telegramReturn(platform, appLink)))
    return true
  }
}
