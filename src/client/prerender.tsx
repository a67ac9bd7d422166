import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { atom } from 'nanostores'
import * as v from 'valibot'
import { getPath } from '#shared/api/endpoint.ts'
import { getMe } from '#shared/api/get-me.ts'
import type { Boot } from '#shared/boot.ts'
import { type DrawnLink, LINK_SECTIONS } from '#shared/drawn-link.ts'
import { type Language, LANGUAGES } from '#shared/languages.ts'
import { createUserStorage, type KeyValueStorage } from './api/user-storage.ts'
import { App } from './app/app.tsx'
import { createLinking } from './app/linking.ts'
import { isLink } from './app/prepare-link.ts'
import type { ScreenParts } from './app/screen-parts.ts'
import { type AppServices, composeServices } from './app/services.ts'
import type { AppWorld, PageServices } from './app/world.ts'
import { createBrought } from './api/brought.ts'
import { createApi } from './api/call.ts'
import { createSession } from './api/session.ts'
import type { AppMessages } from './i18n/messages.ts'
import { fetchSection } from './screens/arriving/use-section.ts'
import { CardScreen } from './screens/card/card-screen.tsx'
import { CosignScreen } from './screens/cosign/cosign-screen.tsx'
import { RequestScreen } from './screens/request/request-screen.tsx'
import { parseRoute, type Route } from './screens/routing/router.ts'
import { createAttemptMemory } from './screens/linking/attempt-memory.ts'
import { Connect } from './screens/connect/connect.tsx'
import { loadEvmSection } from './screens/connect/evm-section.tsx'
import { createLanguageChoice } from './screens/language/language-choice.ts'
import { createMember } from './screens/member/member.ts'
import type { Part } from './parts/part.ts'
import type { Core } from './screens/context/context.ts'
import { loadMessages } from './i18n/load-messages.ts'
import { LocalizationContext } from './i18n/use-localization.ts'
import { NoWallets } from './screens/home/no-wallets.tsx'
import { Waiting } from './screens/screen/waiting.tsx'
import type { Launch, Telegram } from './telegram/telegram.ts'
import type { WalletConnector } from './wallets/wallet-connector.ts'

/** All are loaded beforehand, because rendering a page cannot wait. */
const MESSAGES = new Map(
  await Promise.all(
    LANGUAGES.map(async (language) => [language, await loadMessages(language)] as const),
  ),
)

/** The same for the parts of the choice of a wallet, and the messages of the screens that links lead to. */
if (__EVM__) await Promise.all(LANGUAGES.map((language) => loadEvmSection(language)))
await Promise.all(
  LANGUAGES.flatMap((language) =>
    Object.values(LINK_SECTIONS).map((section) => fetchSection(section, language)),
  ),
)

/** The screens that links lead to. */
const LINK_SCREENS = { request: RequestScreen, card: CardScreen, cosign: CosignScreen }

/** A placeholder member: the first screen shows nothing about them. */
const SOMEBODY = {
  place: 'telegram',
  initData: '',
  telegramId: '',
  firstName: '',
  username: undefined,
  languageCode: undefined,
} as const satisfies Launch

/**
 * The first screens as markup, from the same components that hydrate them in the browser: Home before anything is known
 * about the member, the choice of a wallet, the page outside Telegram, and one without text for every other route.
 */
export function renderFirstScreen(boot: Boot) {
  return {
    home: renderApp(boot, SOMEBODY),
    chooser: renderChooser(boot),
    outside: renderApp(boot, { place: 'outside' }),
    waiting: renderToString(<Waiting />),
  }
}

/**
 * The screen that a link leads to, for everybody who has the link: a picture, which React replaces as soon as it knows what
 * the account sees. With the account's own replies it is that screen.
 *
 * @param replies what the screen reads, as the session would bring it
 */
export function renderLink(boot: Boot, { path, replies }: DrawnLink): string {
  const route = parseRoute(path)
  if (!isLink(route)) throw new Error(`no link leads to ${route.screen}`)
  const screen = LINK_SCREENS[route.screen]
  const part = { [route.screen]: ready(screen) }
  return renderWithCore({ boot, route, part, replies })
}

function renderApp(boot: Boot, launch: Launch): string {
  return render(<App services={composeSilent(boot, launch).services} />)
}

/** The choice of a wallet as it is drawn once all its parts have loaded. */
function renderChooser(boot: Boot): string {
  return renderWithCore({ boot, route: { screen: 'connect' }, part: { connect: ready(Connect) } })
}

type CoreScreen = {
  boot: Boot
  route: Route
  part: Partial<ScreenParts>
  /** @default nothing */
  replies?: DrawnLink['replies']
}

/** A screen of members, with a core that nothing starts. */
function renderWithCore({ boot, route, part, replies = {} }: CoreScreen): string {
  const { language } = boot
  const { services, world, page } = composeSilent(boot, SOMEBODY)
  const localization = ready({ language, isFull: true as const, messages: getMessages(language) })
  const me = replies[getPath(getMe)]?.body
  const drawn: AppServices = {
    ...services,
    ...(v.is(getMe.response, me) && {
      member: atom({ status: 'known', me, outdated: null } as const),
    }),
    languages: { ...services.languages, localization: localization.state },
    core: ready(createSilentCore({ world, page, services, replies })),
    screens: Object.assign(services.screens, part),
  }
  return render(<App services={drawn} first={route} />)
}

/** @throws Error where a component throws; React would leave that part to the browser, and send where it broke */
function render(app: ReactNode): string {
  const markup = renderToString(app)
  if (markup.includes('<!--$!-->')) throw new Error(`a first screen cannot be drawn: ${markup}`)
  return markup
}

function signNobodyIn(): Promise<never> {
  return Promise.reject(new Error('a first screen signs nobody in'))
}

/** Something that has loaded. */
function ready<Value>(value: Value): Part<Value> {
  return { state: atom({ status: 'ready', value } as const), load: pass, arrive: async () => value }
}

function getMessages(language: Language): AppMessages {
  const messages = MESSAGES.get(language)
  if (messages === undefined) throw new Error(`no messages in ${language}`)
  return messages
}

function composeSilent(boot: Boot, launch: Launch) {
  const awaited = { html: renderNoWallets(boot), isRemembered: false }
  const world: AppWorld = {
    boot,
    telegram: silentTelegram(launch),
    wallets: { ton: silentWallets(), evm: boot.evm && silentWallets() },
    fetch: () => Promise.reject(new Error('a first screen asks nothing')),
    storage: NO_STORAGE,
    tab: NO_STORAGE,
    now: () => 0,
    clockError: () => 0,
  }
  const page: PageServices = {
    router: {
      route: atom({ screen: 'home' } as const),
      open: pass,
      replace: pass,
      returnTo: pass,
      back: pass,
      listen: () => pass,
    },
    loadFirstMessages: getMessages,
    loadMessages: () => Promise.reject(new Error('a first screen says no more')),
    setCookie: pass,
    isVisible: () => true,
    hasGesture: () => false,
    readAwaited: () => awaited,
    whenIdle: pass,
  }
  return { services: composeServices(world, page), world, page }
}

type SilentCore = {
  world: AppWorld
  page: PageServices
  services: AppServices
  replies: DrawnLink['replies']
}

/** What a screen of members needs around it; nothing of it is started. */
function createSilentCore({ world, page, services, replies }: SilentCore): Core {
  const { fetch, now } = world
  const storage = createUserStorage(NO_STORAGE, SOMEBODY.telegramId)
  const session = createSession({ open: signNobodyIn, storage, now })
  const brought = createBrought(now)
  brought.put(replies)
  const api = createApi({ fetch, session, brought })
  const { languages } = services
  const language = createLanguageChoice({ api, storage, languages, note: pass })
  const member = createMember({ api, storage, language, state: atom({ status: 'loading' }) })
  const memory = createAttemptMemory(storage)
  const getSource = () => signNobodyIn
  return {
    ...createLinking({ world, page, api, member, memory, storage, getSource }),
    api,
    storage,
    member,
    watchMember: () => pass,
    proofLaunch: atom({ status: 'none' } as const),
    adminLink: atom(null),
  }
}

/** Home's content for members without wallets. React leaves it as it is until it knows the member. */
function renderNoWallets(boot: Boot): string {
  const { language } = boot
  return renderToString(
    <LocalizationContext value={{ language, isFull: true, messages: getMessages(language) }}>
      <NoWallets {...boot} />
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
    takeMainButtonOver: pass,
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
    offerChains: pass,
    canSign: () => false,
    sign: pass,
    closeChooser: pass,
    restore: async () => {},
    cancel: pass,
    disconnect: async () => {},
    onAnswer: () => pass,
  }
}
