import type { WritableAtom } from 'nanostores'
import { openSession } from '#shared/api/open-session.ts'
import { type Api, createApi } from '#client/api/call.ts'
import { request } from '#client/api/request.ts'
import { createSession } from '#client/api/session.ts'
import { createUserStorage } from '#client/api/user-storage.ts'
import { type AttemptMemory, createAttemptMemory } from '#client/screens/state/attempt-memory.ts'
import { createAttempts } from '#client/screens/state/attempts.ts'
import type { MemberState } from '#client/screens/state/member-state.ts'
import { createMember, type Member } from '#client/screens/state/member.ts'
import { createPreparation } from '#client/screens/state/preparation.ts'
import type { Router } from '#client/screens/state/router.ts'
import type { Core } from '#client/screens/use-core.ts'
import type { Launch } from '#client/telegram/telegram.ts'
import type { Page, World } from './world.ts'

type Deps = {
  world: World
  page: Page
  /** Who is here, by Telegram's word. */
  launch: Extract<Launch, { place: 'telegram' }>
  /** What the screens show of the member. */
  state: WritableAtom<MemberState>
}

/** Wires what talks to the server, and begins: session, member, and the attempt that a reload interrupted. */
export function startCore({ world, page, launch, state }: Deps): Core {
  const storage = createUserStorage(world.storage, launch.telegramId)
  const { fetch, now } = world
  const network = { fetch, isOnline: page.isOnline }
  const open = () =>
    request(network, { endpoint: openSession, input: {}, authorization: `tma ${launch.initData}` })
  const api = createApi({ ...network, session: createSession({ open, storage, now }) })
  const member = createMember({ api, storage, state })
  const memory = createAttemptMemory(storage)
  member.start()
  resumeAttempt(page.router, memory.toResume(now()))
  return { api, storage, member, ...linkingOf({ world, page, api, member, memory }) }
}

/** Whoever was sent to a wallet before the app was closed comes back to where they were. */
function resumeAttempt(router: Router, attempt: ReturnType<AttemptMemory['toResume']>): void {
  const route = router.route.get()
  if (attempt === null) return
  const isBegin = route.screen === 'request' && route.code === attempt.requestCode
  if (route.screen === 'home' || isBegin) router.open({ screen: 'attempt', id: attempt.id })
}

type Linking = { world: World; page: Page; api: Api; member: Member; memory: AttemptMemory }

/** The two halves of linking: an attempt leaves the one when a wallet opens, and frees it at its end. */
function linkingOf({
  world,
  page,
  api,
  member,
  memory,
}: Linking): Pick<Core, 'attempts' | 'preparation'> {
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
    client: { platform: telegram.platform, version: telegram.version },
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
