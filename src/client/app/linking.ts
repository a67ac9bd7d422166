import { FAMILIES, type Family } from '#shared/wallet.ts'
import type { Api } from '#client/api/call.ts'
import type { UserStorage } from '#client/api/user-storage.ts'
import type { AttemptMemory } from '#client/screens/linking/attempt-memory.ts'
import type { AttemptSource } from '#client/screens/linking/attempt-source.ts'
import { createAttempts } from '#client/screens/linking/attempts.ts'
import { joinWith } from '#client/screens/join/joining.ts'
import { createOpenedWallets } from '#client/screens/linking/opened-wallets.ts'
import type { Member } from '#client/screens/member/member.ts'
import {
  createPreparation,
  type Preparation,
  type PreparationDeps,
  type Preparations,
} from '#client/screens/linking/preparation.ts'
import { getRoutePath, type Router } from '#client/screens/routing/router.ts'
import type { Core } from '#client/screens/context/context.ts'
import type { PageServices, AppWorld } from './world.ts'
import type { Telegram } from '../telegram/telegram.ts'

type Deps = {
  world: AppWorld
  page: PageServices
  api: Api
  member: Pick<Member, 'refresh'>
  memory: AttemptMemory
  storage: UserStorage
  /** Source of a family's attempts. */
  getSource: (family: Family) => AttemptSource
}

/** The two halves of linking: a preparation gives its attempt away when a wallet opens, and is reset at its end. */
export function createLinking(deps: Deps): Pick<Core, 'attempts' | 'opened' | 'preparations'> {
  const { world, page, api, member, memory } = deps
  const { telegram, wallets, now } = world
  const opened = createOpenedWallets(deps.storage)
  // The client opens a TON wallet; for an EVM wallet the page itself may have to open a window.
  const mayOpenWindow = () => telegram.isTapFresh() && page.hasGesture()
  const attempts = createAttempts({
    api,
    wallets,
    memory,
    opened,
    now,
    isVisible: page.isVisible,
    hasGesture: mayOpenWindow,
    onReturn: (listener) => onComeBack(telegram, listener),
    onUnderWay: (id) => showAttempt(page.router, id),
    onEnd(end, family) {
      preparations[family]?.reset()
      telegram.haptic(end === 'failed' ? 'error' : 'success')
      // Cosignings that wait for the member's confirmation, or have it, come with the list of links.
      if (end === 'linked' || end === 'cosigned') void member.refresh()
    },
  })
  const linking = { attempts, opened }
  const preparations: Preparations = {
    ton: getPreparation(deps, linking, {
      family: 'ton',
      wallets: wallets.ton,
      hasGesture: () => telegram.isTapFresh(),
      onChoice: () => preparations.evm?.leave(),
    }),
    evm:
      wallets.evm &&
      getPreparation(deps, linking, {
        family: 'evm',
        wallets: wallets.evm,
        hasGesture: mayOpenWindow,
        onChoice: () => preparations.ton.leave(),
      }),
  }
  page.router.route.listen((to, from) => {
    const isHere = from !== undefined && getRoutePath(from) === getRoutePath(to)
    if (!isHere) for (const family of FAMILIES) preparations[family]?.leave()
  })
  return { ...linking, preparations }
}

type WalletOffer = Pick<PreparationDeps, 'wallets' | 'hasGesture' | 'onChoice'> & { family: Family }

function getPreparation(
  { world, page, storage, getSource }: Deps,
  { attempts, opened }: Pick<Core, 'attempts' | 'opened'>,
  { family, ...offer }: WalletOffer,
): Preparation {
  return createPreparation({
    ...offer,
    takeAttempt: getSource(family),
    now: world.now,
    onOpening(attempt, wanted) {
      opened.start(attempt, wanted)
      joinWith(storage, attempt.id, wanted)
      attempts.follow(attempt)
      // The screen of an attempt that failed shows the next one, even while the list of wallets is open.
      if (page.router.route.get().screen === 'attempt') showAttempt(page.router, attempt.id)
    },
    onOpened: (attempt) => attempts.opened(attempt),
  })
}

/** "Back" from an attempt leads past the choice of a wallet, and past an attempt that failed before. */
function showAttempt(router: Router, id: string): void {
  const route = router.route.get()
  if (route.screen === 'attempt' && route.id === id) return
  if (route.screen === 'connect' || route.screen === 'attempt') {
    router.replace({ screen: 'attempt', id })
  } else router.open({ screen: 'attempt', id })
}

/** Calls back when the member returns to the app, or the device to the network. Returns how to stop. */
export function onComeBack(telegram: Pick<Telegram, 'onReturn'>, listener: () => void): () => void {
  const stopReturn = telegram.onReturn(listener)
  window.addEventListener('online', listener)
  return () => {
    stopReturn()
    window.removeEventListener('online', listener)
  }
}
