import { atom } from 'nanostores'
import { openSession } from '#shared/api/open-session.ts'
import type { Boot } from '#shared/boot.ts'
import type { Language } from '#shared/languages.ts'
import { type Api, createApi } from '#client/api/call.ts'
import { request } from '#client/api/request.ts'
import { createSession } from '#client/api/session.ts'
import {
  createUserStorage,
  type KeyValueStorage,
  type UserStorage,
} from '#client/api/user-storage.ts'
import { loadMessages } from '#client/i18n/load-messages.ts'
import type { Messages } from '#client/i18n/messages.ts'
import { type AttemptMemory, createAttemptMemory } from '#client/screens/state/attempt-memory.ts'
import { createAttempts } from '#client/screens/state/attempts.ts'
import { createBack } from '#client/screens/state/back.ts'
import { createLanguages, type Languages } from '#client/screens/state/language.ts'
import { createMember, type Member } from '#client/screens/state/member.ts'
import { createPreparation } from '#client/screens/state/preparation.ts'
import { createRouter, type Route, type Router } from '#client/screens/state/router.ts'
import type { Services } from '#client/screens/use-services.ts'
import type { Launch, Telegram } from '#client/telegram/telegram.ts'
import type { WalletConnector } from '#client/wallets/wallet-connector.ts'
import { createLazyScreens, type LazyScreens } from './lazy-screens.ts'

type World = {
  boot: Boot
  telegram: Telegram
  /** Cheap to make: its library loads with the first need. */
  wallets: WalletConnector
  fetch: typeof fetch
  storage: KeyValueStorage
  /** Milliseconds since the epoch. */
  now: () => number
}

/** What the browser gives, apart so that a page can be rendered without one. */
type Page = {
  router: Router
  loadMessages: (language: Language) => Messages | Promise<Messages>
  isOnline: () => boolean
  isVisible: () => boolean
  hasGesture: () => boolean
  whenIdle: (act: () => void) => void
}

/** When the first screen has surely been drawn, in milliseconds: not every browser tells when it is idle. */
const IDLE_MS = 1_500

export type AppServices = Services & { screens: LazyScreens }

/** Wires the app to the world. Nothing happens before `start`. */
export function createServices(world: World): AppServices {
  return composeServices(world, {
    router: createRouter(window),
    loadMessages,
    isOnline: () => navigator.onLine,
    isVisible: () => document.visibilityState === 'visible',
    // Browsers that cannot tell are asked for another tap rather than for a window that they may block.
    hasGesture: () => navigator.userActivation?.isActive ?? false,
    whenIdle: (act) => void setTimeout(act, IDLE_MS),
  })
}

/** {@link createServices} for any page. */
export function composeServices(world: World, page: Page): AppServices {
  const { boot, telegram, wallets, now } = world
  const { router } = page
  const storage = createUserStorage(world.storage, deviceUserOf(telegram.launch))
  const api = apiOf(world, page, storage)
  const member = createMember({ api, storage })
  const memory = createAttemptMemory(storage)
  const screens = createLazyScreens()
  const { attempts, preparation } = linkingOf({ world, page, api, member, memory })
  const services: AppServices = {
    boot,
    telegram,
    wallets,
    api,
    storage,
    router,
    back: createBack(router, wallets),
    languages: languagesOf(world, page),
    member,
    preparation,
    attempts,
    announcement: atom(''),
    screens,
    preload: (screen) => preload(screens, screen),
    now,
    start: createStart(() => services, page, memory),
  }
  return services
}

/** Whose things this device keeps; outside Telegram nobody is known. */
function deviceUserOf(launch: Launch): string {
  return launch.place === 'telegram' ? launch.telegramId : 'nobody'
}

function apiOf({ fetch, telegram, now }: World, { isOnline }: Page, storage: UserStorage): Api {
  const network = { fetch, isOnline }
  const authorization =
    telegram.launch.place === 'telegram' ? `tma ${telegram.launch.initData}` : ''
  const open = () => request(network, { endpoint: openSession, input: {}, authorization })
  return createApi({ ...network, session: createSession({ open, storage, now }) })
}

function languagesOf({ boot, telegram }: World, { loadMessages }: Page): Languages {
  const languageCode =
    telegram.launch.place === 'telegram' ? telegram.launch.languageCode : undefined
  return createLanguages({ first: boot.language, languageCode, load: loadMessages })
}

type Linking = { world: World; page: Page; api: Api; member: Member; memory: AttemptMemory }

/** The two halves of linking: an attempt leaves the one when a wallet opens, and frees it at its end. */
function linkingOf({ world, page, api, member, memory }: Linking) {
  const { telegram, wallets, now } = world
  const attempts = createAttempts({
    api,
    wallets,
    memory,
    now,
    isVisible: page.isVisible,
    onReturn: (listener) => telegram.onReturn(listener),
    onUnderWay: (id) => showAttempt(page.router, id),
    onEnd(end) {
      preparation.reset()
      telegram.haptic(end === 'failed' ? 'error' : 'success')
      if (end === 'linked') void member.refresh()
    },
  })
  const preparation = createPreparation({
    api,
    wallets,
    memory,
    now,
    hasGesture: page.hasGesture,
    onOpening: (attempt) => attempts.follow(attempt),
    onOpened: (attempt) => attempts.opened(attempt),
  })
  return { attempts, preparation }
}

/** "Back" from an attempt leads past the choice of a wallet. */
function showAttempt(router: Router, id: string): void {
  const route = router.route.get()
  if (route.screen === 'connect') router.replace({ screen: 'attempt', id })
  else if (route.screen !== 'attempt' || route.id !== id) router.open({ screen: 'attempt', id })
}

function preload(screens: LazyScreens, screen: Route['screen']): void {
  if (screen !== 'home' && screen !== 'not-found') screens[screen].load()
}

function createStart(
  services: () => AppServices,
  page: Page,
  memory: AttemptMemory,
): () => () => void {
  let hasBegun = false
  return () => {
    if (!hasBegun) begin(services(), page, memory)
    hasBegun = true
    return page.router.listen()
  }
}

function begin(
  { telegram, languages, member, screens, now }: AppServices,
  page: Page,
  memory: AttemptMemory,
): void {
  languages.start()
  if (telegram.launch.place !== 'telegram') return
  member.start()
  const id = memory.idToResume(now())
  if (id !== null && page.router.route.get().screen === 'home')
    page.router.open({ screen: 'attempt', id })
  else page.whenIdle(() => screens.connect.load())
}
