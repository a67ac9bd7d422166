import { openSession } from '#shared/api/open-session.ts'
import type { Family } from '#shared/wallet.ts'
import { createBrought } from '#client/api/brought.ts'
import { createApi, request } from '#client/api/call.ts'
import { createSession } from '#client/api/session.ts'
import { createUserStorage, type UserStorage } from '#client/api/user-storage.ts'
import { type AttemptMemory, createAttemptMemory } from '#client/screens/linking/attempt-memory.ts'
import { type AttemptViewState, isOver } from '#client/screens/linking/attempt-view.ts'
import { createAttemptSource } from '#client/screens/linking/attempt-source.ts'
import { createAccountCheck } from '#client/screens/linking/account-check.ts'
import { followAdminLink } from '#client/screens/routing/follow-admin-link.ts'
import { followProofLaunch } from '#client/screens/routing/proof-launch.ts'
import { findPurpose } from '#client/screens/routing/attempt-routes.ts'
import { findWayBack } from '#client/screens/join/joining.ts'
import { createNameChoice } from '#client/screens/linking/name-choice.ts'
import { createLanguageChoice } from '#client/screens/language/language-choice.ts'
import { followMember } from '#client/screens/member/follow-member.ts'
import { followStart } from '#client/screens/routing/follow-start.ts'
import { createMember } from '#client/screens/member/member.ts'
import { getRoutePath, type Route, type Router } from '#client/screens/routing/router.ts'
import type { Core } from '#client/screens/context/context.ts'
import { isFromOtherPage } from '#client/telegram/from-other-page.ts'
import type { MemberLaunch } from '#client/telegram/telegram.ts'
import { createLinking, onComeBack } from './linking.ts'
import { noteLanguage } from './note-language.ts'
import type { CoreDeps } from './world.ts'

export { coreScreens } from './core-screens.ts'
export { prepareChooser } from './prepare-chooser.ts'
export { prepareLink } from './prepare-link.ts'

type Deps = CoreDeps & {
  /** The member, according to Telegram. */
  launch: MemberLaunch
}

/** Creates and starts what talks to the server: session, member, and the attempt that a reload interrupted. */
export function startCore({ world, page, launch, languages, state }: Deps): Core {
  const storage = createUserStorage(world.storage, launch.telegramId)
  const { fetch, now, telegram } = world
  const brought = createBrought(now)
  const authorization = `tma ${launch.initData}`
  const session = createSession({
    open: async () => {
      const opened = await request({ fetch }, { endpoint: openSession, input: {}, authorization })
      brought.put(opened.replies)
      starts.take(opened.start)
      return opened
    },
    storage,
    now,
  })
  const api = createApi({ fetch, session, brought })
  const launched = new URLSearchParams(launch.initData).get('start_param') ?? ''
  const language = createLanguageChoice({
    api,
    storage,
    languages,
    note: (shown) => noteLanguage(shown, page.setCookie),
  })
  const member = createMember({ api, storage, language, state })
  const memory = createAttemptMemory(storage)
  const client = { platform: telegram.platform, version: telegram.version }
  const nameChoice = createNameChoice(storage)
  const isOwnAccount = createAccountCheck({
    isFromOtherPage: isFromOtherPage(world.boot.frameOrigins),
    launch,
    telegram,
    languages,
    tab: createUserStorage(world.tab, launch.telegramId),
  })
  const getSource = (family: Family) =>
    createAttemptSource({ api, memory, nameChoice, family, client, now, isOwnAccount })
  const linking = createLinking({ world, page, api, member, memory, storage, getSource })
  const onReturn = (listener: () => void) => onComeBack(telegram, listener)
  const starts = followStart({
    api,
    router: page.router,
    launched,
    isFree: () => isFree(page.router.route.get(), linking.attempts.state.get()),
    onReturn,
  })
  member.start()
  session.token().then(
    () => starts.onSession(),
    () => {},
  )
  resumeAttempt({ router: page.router, storage }, memory.toResume(now()))
  const watchMember = followMember({ member, state, isVisible: page.isVisible, onReturn })
  const launchDeps = { api, router: page.router, storage, onReturn }
  const proofLaunch = followProofLaunch({ ...launchDeps, ...launch })
  const adminLink = followAdminLink({ ...launchDeps, member, launched })
  return { api, storage, member, watchMember, proofLaunch, adminLink, ...linking }
}

/** On Home, on the screen of a link, and at the end of an attempt, leaving loses nothing. */
function isFree({ screen }: Route, attempt: AttemptViewState): boolean {
  if (screen !== 'attempt') return PASSIVE.has(screen)
  return attempt.status === 'shown' ? isOver(attempt) : attempt.status === 'unavailable'
}

const PASSIVE = new Set<Route['screen']>([
  'home',
  'request',
  'card',
  'cosign',
  'join',
  'multisig',
  'bad-link',
  'not-found',
])

/**
 * Returns a member who was sent to a wallet before the app was closed to their attempt. "Back" leads past the choice of
 * a wallet, which the bot's button opens.
 */
function resumeAttempt(
  { router, storage }: { router: Router; storage: UserStorage },
  attempt: ReturnType<AttemptMemory['toResume']>,
): void {
  const route = router.route.get()
  if (attempt === null) return
  const to = { screen: 'attempt', id: attempt.id } as const
  const isBegin = getRoutePath(route) === getRoutePath(findWayBack(storage, attempt))
  if (route.screen === 'connect' && [null, findPurpose(attempt)].includes(route.purpose ?? null))
    router.replace(to)
  else if (route.screen === 'home' || isBegin) router.open(to)
}
