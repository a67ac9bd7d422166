import type { ComponentType } from 'react'
import type { KnownMember } from '#client/screens/state/member-state.ts'
import { createLoadable, type Loadable } from '#client/screens/state/loadable.ts'

type LazyScreen<Props> = Loadable<ComponentType<Props>>

/** What is not among the first bytes. */
export type LazyScreens = {
  homeContent: LazyScreen<{ member: KnownMember }>
  connect: LazyScreen<{ request?: string }>
  attempt: LazyScreen<{ id: string }>
  wallet: LazyScreen<{ id: string }>
  request: LazyScreen<{ code: string }>
  settings: LazyScreen<object>
  admin: LazyScreen<object>
  deleted: LazyScreen<object>
  /** Null in the build that knows no EVM wallets. */
  ticket: LazyScreen<object> | null
}

export function createLazyScreens(): LazyScreens {
  return {
    homeContent: createLoadable(
      async () => (await import('#client/screens/home/home-content.tsx')).HomeContent,
    ),
    connect: createLoadable(
      async () => (await import('#client/screens/connect/connect.tsx')).Connect,
    ),
    attempt: createLoadable(
      async () => (await import('#client/screens/attempt/attempt-screen.tsx')).AttemptScreen,
    ),
    wallet: createLoadable(
      async () => (await import('#client/screens/wallet/wallet-screen.tsx')).WalletScreen,
    ),
    request: createLoadable(
      async () => (await import('#client/screens/request/request-screen.tsx')).RequestScreen,
    ),
    settings: createLoadable(
      async () => (await import('#client/screens/settings/settings.tsx')).Settings,
    ),
    admin: createLoadable(
      async () => (await import('#client/screens/admin/admin-screen.tsx')).AdminScreen,
    ),
    deleted: createLoadable(
      async () => (await import('#client/screens/settings/deleted.tsx')).Deleted,
    ),
    ticket: __EVM__
      ? createLoadable(
          async () => (await import('#client/screens/ticket/ticket-screen.tsx')).TicketScreen,
        )
      : null,
  }
}
