import type { ReadableAtom, WritableAtom } from 'nanostores'
import { createContext, use } from 'react'
import type { Boot } from '#shared/boot.ts'
import type { Telegram } from '../../telegram/telegram.ts'
import type { WalletConnectors } from '../../wallets/wallet-connector.ts'
import type { Back } from '../routing/back.ts'
import type { Languages } from '../language/language.ts'
import type { Part } from '../../parts/part.ts'
import type { Me, Member, MemberState } from '../member/member.ts'
import type { Route, Router } from '../routing/router.ts'
import type { AwaitedContent } from '../../parts/remembered-picture.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { Api } from '../../api/call.ts'
import type { UserStorage } from '../../api/user-storage.ts'
import type { Attempts } from '../linking/attempts.ts'
import type { ProofLaunchState } from '../routing/proof-launch.ts'
import type { OpenedWallets } from '../linking/opened-wallets.ts'
import type { Preparations } from '../linking/preparation.ts'
import { useStore } from '../../use-store.ts'

/** What every screen has from the start. `src/client/app/services.ts` creates it. */
export type Services = {
  boot: Boot
  telegram: Telegram
  wallets: WalletConnectors
  router: Router
  back: Back
  languages: Languages
  member: ReadableAtom<MemberState>
  /** What talks to the server; not in the first bundle. */
  core: Part<Core>
  /** The text that screen readers announce next. */
  announcement: WritableAtom<string>
  /** Fetches a screen's code before it is needed. */
  preload: (screen: Route['screen']) => void
  /** What the page shows until the wallets are known. */
  readAwaited: () => AwaitedContent
  /** Milliseconds since the epoch. */
  now: () => number
  /** How far the device's clock is ahead of the server's, in milliseconds; negative if behind. */
  clockError: () => number
}

export const ServicesContext = createContext<Services | null>(null)

export function useServices(): Services {
  const services = use(ServicesContext)
  if (services === null) throw new Error('no services around this component')
  return services
}

/** What talks to the server, once it has loaded. `src/client/app/core.ts` creates it. */
export type Core = {
  api: Api
  storage: UserStorage
  member: Member
  /** Keeps the shown member up to date until the returned function is called. */
  watchMember: () => () => void
  /** What became of a launch by which Telegram signed a proof. */
  proofLaunch: ReadableAtom<ProofLaunchState>
  /** Why a launch by the link of `setup` did not make the member an admin; null in all other cases. */
  adminLink: ReadableAtom<ProblemCode | null>
  /** One per family; `evm` is null where EVM wallets are not offered. */
  preparations: Preparations
  attempts: Attempts
  opened: OpenedWallets
}

export const CoreContext = createContext<Core | null>(null)

/** For screens in their own chunks, which load only after the core. */
export function useCore(): Core {
  const core = use(CoreContext)
  if (core === null) throw new Error('no core around this component')
  return core
}

/** The member's own data; null while it is not known. */
export function useMe(): Me | null {
  const { member } = useServices()
  const state = useStore(member)
  return state.status === 'known' ? state.me : null
}
