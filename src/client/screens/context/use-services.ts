import type { ReadableAtom, WritableAtom } from 'nanostores'
import { createContext, use } from 'react'
import type { Boot } from '#shared/boot.ts'
import type { Telegram } from '../../telegram/telegram.ts'
import type { WalletConnectors } from '../../wallets/wallet-connector.ts'
import type { Back } from '../routing/back.ts'
import type { Languages } from '../language/language.ts'
import type { Part } from '../../parts/part.ts'
import type { MemberState } from '../member/member-state.ts'
import type { Route, Router } from '../routing/router.ts'
import type { Core } from './use-core.ts'
import type { AwaitedContent } from '../../parts/remembered-picture.ts'

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
