import type { WritableAtom } from 'nanostores'
import { createContext, use } from 'react'
import type { Boot } from '#shared/boot.ts'
import type { Api } from '../api/call.ts'
import type { UserStorage } from '../api/user-storage.ts'
import type { Telegram } from '../telegram/telegram.ts'
import type { WalletConnector } from '../wallets/wallet-connector.ts'
import type { Attempts } from './state/attempts.ts'
import type { Back } from './state/back.ts'
import type { Languages } from './state/language.ts'
import type { Member } from './state/member.ts'
import type { Preparation } from './state/preparation.ts'
import type { Route, Router } from './state/router.ts'

/** Everything that a screen can ask or do. Made once; `src/client/app/services.ts` wires it. */
export type Services = {
  boot: Boot
  telegram: Telegram
  wallets: WalletConnector
  api: Api
  storage: UserStorage
  router: Router
  back: Back
  languages: Languages
  member: Member
  preparation: Preparation
  attempts: Attempts
  /** What screen readers say next. */
  announcement: WritableAtom<string>
  /** Fetches a screen's code before it is needed. */
  preload: (screen: Route['screen']) => void
  /** Milliseconds since the epoch. */
  now: () => number
  /** Begins to follow the world; returns how to stop. */
  start(): () => void
}

export const ServicesContext = createContext<Services | null>(null)

export function useServices(): Services {
  const services = use(ServicesContext)
  if (services === null) throw new Error('no services around this component')
  return services
}
