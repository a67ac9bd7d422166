import type { Telegram } from '#client/telegram/telegram.ts'
import { isTelegramLink, outsideReturn, telegramReturn, withReturn } from './wallet-link.ts'

/** Plain http is a wallet on this machine: the served list of wallets has no other. */
const WEB = /^https?:/

type LinkMeans = {
  telegram: Telegram
  /** Direct link that opens the app. */
  appLink: string
}

/**
 * Opens the wallet that a link of TON Connect is for, inside the member's tap. Answers false for a
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
