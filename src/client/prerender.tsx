import { renderToString } from 'react-dom/server'
import { atom } from 'nanostores'
import type { Boot } from '#shared/boot.ts'
import { type Language, LANGUAGES } from '#shared/languages.ts'
import type { KeyValueStorage } from './api/user-storage.ts'
import { App } from './app/app.tsx'
import { composeServices } from './app/services.ts'
import { load as loadFirstMessages } from 'virtual:messages/first'
import { loadMessages } from './i18n/load-messages.ts'
import { LocalizationContext } from './i18n/use-localization.ts'
import { NoWallets } from './screens/home/no-wallets.tsx'
import { Waiting } from './screens/waiting.tsx'
import type { Launch, Telegram } from './telegram/telegram.ts'
import type { WalletConnector } from './wallets/wallet-connector.ts'

/** All are loaded beforehand, because rendering a page cannot wait. */
const MESSAGES = new Map(
  await Promise.all(
    LANGUAGES.map(async (language) => [language, await loadMessages(language)] as const),
  ),
)

/** A placeholder member: the first screen shows nothing about them. */
const SOMEBODY: Launch = {
  place: 'telegram',
  initData: '',
  telegramId: '',
  firstName: '',
  username: undefined,
  languageCode: undefined,
}

/**
 * The first screens as markup, from the same components that hydrate them in the browser: Home before anything is known
 * about the member, the page outside Telegram, and one without text for every other route.
 */
export function renderFirstScreen(boot: Boot): { home: string; outside: string; waiting: string } {
  return {
    home: renderApp(boot, SOMEBODY),
    outside: renderApp(boot, { place: 'outside' }),
    waiting: renderToString(<Waiting />),
  }
}

function renderApp(boot: Boot, launch: Launch): string {
  const awaited = { html: renderNoWallets(boot.language), isRemembered: false }
  const services = composeServices(
    {
      boot,
      telegram: silentTelegram(launch),
      wallets: { ton: silentWallets(), evm: null },
      fetch: () => Promise.reject(new Error('a first screen asks nothing')),
      storage: NO_STORAGE,
      tab: NO_STORAGE,
      now: () => 0,
    },
    {
      router: {
        route: atom({ screen: 'home' } as const),
        open: pass,
        replace: pass,
        returnTo: pass,
        back: pass,
        listen: () => pass,
      },
      loadFirstMessages: (language) => MESSAGES.get(language) ?? loadFirstMessages(language),
      loadMessages: () => Promise.reject(new Error('a first screen says no more')),
      setCookie: pass,
      isOnline: () => true,
      isVisible: () => true,
      hasGesture: () => false,
      readAwaited: () => awaited,
      whenIdle: pass,
    },
  )
  return renderToString(<App services={services} />)
}

/** Home's content for members without wallets. React leaves it as it is until it knows the member. */
function renderNoWallets(language: Language): string {
  const messages = MESSAGES.get(language)
  if (messages === undefined) return ''
  return renderToString(
    <LocalizationContext value={{ language, isFull: true, messages }}>
      <NoWallets />
    </LocalizationContext>,
    { identifierPrefix: 'awaited' },
  )
}

function pass(): void {}

function nothing(): null {
  return null
}

const NO_STORAGE: KeyValueStorage = {
  length: 0,
  key: nothing,
  getItem: nothing,
  setItem: pass,
  removeItem: pass,
}

function silentTelegram(launch: Launch): Telegram {
  return {
    launch,
    platform: 'unknown',
    version: '0.0',
    colorScheme: atom('light' as const),
    hasMainButton: true,
    hasSecondaryButton: true,
    hasBackButton: true,
    ready: pass,
    showBackButton: () => pass,
    showMainButton: () => ({ update: pass, hide: pass }),
    showSecondaryButton: () => ({ update: pass, hide: pass }),
    showSettingsButton: () => pass,
    haptic: pass,
    ask: async () => false,
    question: atom(null),
    guardClosing: () => pass,
    isActive: atom(false),
    isTapFresh: () => false,
    openLink: pass,
    openTelegramLink: pass,
    shareMessage: async () => 'unsupported',
    requestWriteAccess: async () => 'unanswered',
    warmUp: pass,
    canAddToHomeScreen: async () => false,
    addToHomeScreen: async () => false,
    onReturn: () => pass,
    close: pass,
  }
}

function silentWallets(): WalletConnector {
  return {
    deviceWallet: atom({ status: 'disconnected' } as const),
    chooserOpen: atom(false),
    walletApp: atom(null),
    link: atom(null),
    sessionStep: atom(null),
    warmUp: async () => {},
    prepare: async () => {},
    connect: pass,
    reopen: pass,
    chooseAccount: pass,
    canSign: () => false,
    sign: pass,
    closeChooser: pass,
    restore: async () => {},
    cancel: pass,
    disconnect: async () => {},
    onAnswer: () => pass,
  }
}
