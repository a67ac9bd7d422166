import { atom } from 'nanostores'
import { hasTicket } from './launch-ticket.ts'
import { createPageQuestion } from './page-question.ts'
import { onPageReturn } from './page-return.ts'
import type { Telegram } from './telegram.ts'
import { paintTheme } from './paint-theme.ts'
import { shownScheme } from './theme.ts'

const nothing = () => {}
const showNothing = () => ({ update: nothing, hide: nothing })
const no = () => Promise.resolve(false)

/** The port without Telegram: a browser, or a page that embeds us. */
export function createBrowserTelegram(): Telegram {
  // Without Telegram, the browser reports the light or dark scheme.
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => paintTheme({}))
  return {
    launch: { place: __EVM__ && hasTicket() ? 'ticket' : 'outside' },
    platform: 'unknown',
    version: '0.0',
    colorScheme: atom(shownScheme()),
    hasMainButton: false,
    hasSecondaryButton: false,
    hasBackButton: false,
    ready: nothing,
    showBackButton: () => nothing,
    showMainButton: showNothing,
    takeMainButtonOver: nothing,
    showSecondaryButton: showNothing,
    showSettingsButton: () => nothing,
    haptic: nothing,
    ...createPageQuestion(),
    guardClosing: () => nothing,
    isActive: atom(true),
    isTapFresh: () => navigator.userActivation?.isActive ?? false,
    openLink: openTab,
    openTelegramLink: openTab,
    warmUp: nothing,
    shareMessage: () => Promise.resolve('unsupported'),
    requestWriteAccess: () => Promise.resolve('unanswered'),
    canAddToHomeScreen: no,
    addToHomeScreen: no,
    onReturn: onPageReturn,
    close: () => window.close(),
  }
}

function openTab(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer')
}
