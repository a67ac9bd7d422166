import type { Family } from '#shared/wallet.ts'
import type { Api } from '#client/api/call.ts'
import type { AttemptMemory } from '#client/screens/attempt/attempt-memory.ts'
import type { AttemptSource } from '#client/screens/attempt/attempt-source.ts'
import { type Attempts, createAttempts } from '#client/screens/attempt/attempts.ts'
import type { Member } from '#client/screens/member/member.ts'
import {
  createPreparation,
  type Preparation,
  type Preparations,
} from '#client/screens/attempt/preparation.ts'
import type { Router } from '#client/screens/routing/router.ts'
import type { Core } from '#client/screens/use-core.ts'
import type { WalletConnector } from '#client/wallets/wallet-connector.ts'
import type { PageServices, AppWorld } from './world.ts'
import type { Telegram } from '../telegram/telegram.ts'

type Deps = {
  world: AppWorld
  page: PageServices
  api: Api
  member: Pick<Member, 'refresh'>
  memory: AttemptMemory
  /** Source of a family's attempts. */
  getSource: (family: Family) => AttemptSource
}

/** The two halves of linking: a preparation gives its attempt away when a wallet opens, and is reset at its end. */
export function createLinking(deps: Deps): Pick<Core, 'attempts' | 'preparations'> {
  const { world, page, api, member, memory } = deps
  const { telegram, wallets, now } = world
  const attempts = createAttempts({
    api,
    wallets,
    memory,
    now,
    isVisible: page.isVisible,
    onReturn: (listener) => onComeBack(telegram, listener),
    onUnderWay: (id) => showAttempt(page.router, id),
    onEnd(end, family) {
      preparations[family]?.reset()
      telegram.haptic(end === 'failed' ? 'error' : 'success')
      // Cosignings that wait for the member's confirmation, or have it, come with the list of links.
      if (end === 'linked' || end === 'cosigned') void member.refresh()
    },
  })
  const preparations: Preparations = {
    ton: getPreparation(deps, attempts, { family: 'ton', wallets: wallets.ton }),
    evm: wallets.evm && getPreparation(deps, attempts, { family: 'evm', wallets: wallets.evm }),
  }
  return { attempts, preparations }
}

type WalletOffer = { family: Family; wallets: WalletConnector }

function getPreparation(
  { world, page, getSource }: Deps,
  attempts: Attempts,
  { family, wallets }: WalletOffer,
): Preparation {
  return createPreparation({
    takeAttempt: getSource(family),
    wallets,
    now: world.now,
    hasGesture: () => world.telegram.isTapFresh() && page.hasGesture(),
    onOpening: (attempt) => attempts.follow(attempt),
    onOpened: (attempt) => attempts.opened(attempt),
  })
}

/** "Back" from an attempt leads past the choice of a wallet. */
function showAttempt(router: Router, id: string): void {
  const route = router.route.get()
  if (route.screen === 'connect') router.replace({ screen: 'attempt', id })
  else if (route.screen !== 'attempt' || route.id !== id) router.open({ screen: 'attempt', id })
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
