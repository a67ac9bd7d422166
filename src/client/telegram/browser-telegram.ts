import { atom } from 'nanostores'
import { askInBrowser } from './ask-in-browser.ts'
import { hasTicket } from './launch-ticket.ts'
import { onPageReturn } from './page-return.ts'
import type { Telegram } from './telegram.ts'
import { shownScheme } from './theme.ts'

const nothing = () => {}

/** The port without Telegram: a browser, or a page that embeds us. */
export function createBrowserTelegram(): Telegram {
  return {
    launch: { place: __EVM__ && hasTicket() ? 'ticket' : 'outside' },
    platform: 'unknown',
    version: '0.0',
    colorScheme: atom(shownScheme()),
    hasMainButton: false,
    hasBackButton: false,
    ready: nothing,
    showBackButton: () => nothing,
    showMainButton: () => ({ update: nothing, hide: nothing }),
    showSettingsButton: () => nothing,
    haptic: nothing,
    ask: askInBrowser,
    guardClosing: () => nothing,
    openLink: openTab,
    openTelegramLink: openTab,
    requestWriteAccess: () => Promise.resolve(false),
    onReturn: onPageReturn,
    close: () => window.close(),
  }
}

function openTab(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer')
}
