import { createPart, importPart, type Part } from '#client/parts/part.ts'
import { atom } from 'nanostores'
import type { Language } from '#shared/languages.ts'
import { createUserStorage } from '#client/api/user-storage.ts'
import { load as loadFirstMessages } from 'virtual:messages/first'
import { loadMessages } from '#client/i18n/load-messages.ts'
import { createBack } from '#client/screens/routing/back.ts'
import { readLanguageMemory } from '#client/screens/language/language-memory.ts'
import { createLanguages, type Languages } from '#client/screens/language/language.ts'
import { readAwaited } from '#client/parts/remembered-picture.ts'
import type { MemberState } from '#client/screens/member/member.ts'
import { createFrameHistory, createSessionHistory } from '#client/screens/routing/route-history.ts'
import { createRouter, type Route } from '#client/screens/routing/router.ts'
import type { Core, Services } from '#client/screens/context/context.ts'
import { isFramed } from '#client/telegram/is-framed.ts'
import { createScreenParts, type ScreenParts } from './screen-parts.ts'
import type { AppWorld, CoreDeps, PageServices } from './world.ts'

export type AppServices = Services & {
  screens: ScreenParts
  /** Starts to listen to the outside; returns a function that stops it. */
  start(): () => void
}

/** How long after its start the page has time for what comes next, in milliseconds. */
const IDLE_AFTER_MS = 1_500

/** Wires the app to the world. Nothing happens before `start`. */
export function createServices(world: AppWorld): AppServices {
  return composeServices(world, {
    router: createRouter(isFramed() ? createFrameHistory(window) : createSessionHistory(window)),
    loadFirstMessages,
    loadMessages,
    setCookie: (cookie) => void (document.cookie = cookie),
    isVisible: () => document.visibilityState === 'visible',
    // Where the browser cannot say, we ask for another tap, because it may block a window.
    hasGesture: () => navigator.userActivation?.isActive ?? false,
    readAwaited,
    whenIdle: (act) => void setTimeout(act, IDLE_AFTER_MS),
  })
}

/** {@link createServices} for a given page. */
export function composeServices(world: AppWorld, page: PageServices): AppServices {
  const { boot, telegram, wallets, now, clockError } = world
  const { router } = page
  const member = atom<MemberState>({ status: 'loading' })
  const languages = getLanguages(world, page)
  const screens = createScreenParts({ boot, languages })
  const core = createPart(() => fetchCore({ world, page, languages, state: member }))

  function loadFirstParts(): void {
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
    readAwaited: page.readAwaited,
    now,
    clockError,
    start: startOnce(loadFirstParts, page),
  }
}

function loadTicketParts(core: Part<Core>, { ticket, attempt }: ScreenParts): void {
  core.load()
  ticket?.load()
  attempt.load()
}

async function fetchCore(deps: CoreDeps): Promise<Core> {
  const { launch } = deps.world.telegram
  if (__EVM__ && launch.place === 'ticket') {
    return (await import('./ticket-core.ts')).startTicketCore(deps)
  }
  if (launch.place !== 'telegram') throw new Error('nobody is here')
  const { startCore } = await import('./core.ts')
  deps.world.telegram.warmUp()
  return startCore({ ...deps, launch })
}

function getLanguages(
  world: AppWorld,
  { loadFirstMessages, loadMessages }: PageServices,
): Languages {
  const { boot, telegram, storage } = world
  const common = {
    first: boot.language,
    loadFirst: loadFirstMessages,
    load: (language: Language) => importPart(() => loadMessages(language)),
  }
  const { launch } = telegram
  if (launch.place !== 'telegram') {
    return createLanguages({ ...common, languageCode: undefined, chosen: null })
  }
  const { chosen } = readLanguageMemory(createUserStorage(storage, launch.telegramId))
  return createLanguages({ ...common, languageCode: launch.languageCode, chosen })
}

function preload(screens: ScreenParts, screen: Route['screen']): void {
  if (screen !== 'home' && screen !== 'not-found' && screen !== 'bad-link') screens[screen].load()
}

/** React's strict mode starts twice; the world is started once. */
function startOnce(loadFirstParts: () => void, page: PageServices): () => () => void {
  let hasStarted = false
  return () => {
    if (!hasStarted) loadFirstParts()
    hasStarted = true
    return page.router.listen()
  }
}
