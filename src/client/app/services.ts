import { atom } from 'nanostores'
import { loadMessages } from '#client/i18n/load-messages.ts'
import { createBack } from '#client/screens/state/back.ts'
import { createLanguages, type Languages } from '#client/screens/state/language.ts'
import { createLoadable, type Loadable } from '#client/screens/state/loadable.ts'
import type { MemberState } from '#client/screens/state/member-state.ts'
import { createRouter, type Route } from '#client/screens/state/router.ts'
import type { Core } from '#client/screens/use-core.ts'
import type { Services } from '#client/screens/use-services.ts'
import { createLazyScreens, type LazyScreens } from './lazy-screens.ts'
import type { Page, World } from './world.ts'

export type AppServices = Services & {
  screens: LazyScreens
  /** Begins to follow the world; returns how to stop. */
  start(): () => void
}

/** Not every browser tells when it is idle, in milliseconds. */
const IDLE_AFTER_MS = 1_500

/** Wires the app to the world. Nothing happens before `start`. */
export function createServices(world: World): AppServices {
  return composeServices(world, {
    router: createRouter(window),
    loadMessages,
    isOnline: () => navigator.onLine,
    isVisible: () => document.visibilityState === 'visible',
    // A browser that cannot tell gets another tap rather than a window that it may block.
    hasGesture: () => navigator.userActivation?.isActive ?? false,
    whenIdle: (act) => void setTimeout(act, IDLE_AFTER_MS),
  })
}

/** {@link createServices} for any page. */
export function composeServices(world: World, page: Page): AppServices {
  const { boot, telegram, wallets, now } = world
  const { router } = page
  const screens = createLazyScreens()
  const member = atom<MemberState>({ status: 'loading' })
  const core = createLoadable(() => fetchCore(world, page, member))
  const languages = languagesOf(world, page)

  function begin(): void {
    languages.start()
    if (telegram.launch.place === 'ticket') loadTicketParts(core, screens)
    if (telegram.launch.place !== 'telegram') return
    core.load()
    screens.homeContent.load()
    page.whenIdle(() => screens.connect.load())
  }

  return {
    boot,
    telegram,
    wallets,
    router,
    back: createBack(router, wallets),
    languages,
    member,
    core,
    announcement: atom(''),
    screens,
    preload: (screen) => preload(screens, screen),
    now,
    start: startOnce(begin, page),
  }
}

function loadTicketParts(core: Loadable<Core>, { ticket, attempt }: LazyScreens): void {
  core.load()
  ticket?.load()
  attempt.load()
}

async function fetchCore(
  world: World,
  page: Page,
  state: ReturnType<typeof atom<MemberState>>,
): Promise<Core> {
  const { launch } = world.telegram
  if (__EVM__ && launch.place === 'ticket') {
    return (await import('./ticket-core.ts')).startTicketCore({ world, page, state })
  }
  if (launch.place !== 'telegram') throw new Error('nobody is here')
  const { startCore } = await import('./core.ts')
  return startCore({ world, page, launch, state })
}

function languagesOf({ boot, telegram }: World, { loadMessages }: Page): Languages {
  const languageCode =
    telegram.launch.place === 'telegram' ? telegram.launch.languageCode : undefined
  return createLanguages({ first: boot.language, languageCode, load: loadMessages })
}

function preload(screens: LazyScreens, screen: Route['screen']): void {
  if (screen !== 'home' && screen !== 'not-found') screens[screen].load()
}

/** React's strict mode starts twice; the world is begun once. */
function startOnce(begin: () => void, page: Page): () => () => void {
  let hasBegun = false
  return () => {
    if (!hasBegun) begin()
    hasBegun = true
    return page.router.listen()
  }
}
