import { createLoadable, type Loadable } from './loadable.ts'

/** The screens that are not among the first bytes. */
export type LazyScreens = {
  connect: Loadable<object>
  attempt: Loadable<{ id: string }>
  wallet: Loadable<{ id: string }>
  settings: Loadable<object>
  deleted: Loadable<object>
}

export function createLazyScreens(): LazyScreens {
  return {
    connect: createLoadable(
      async () => (await import('#client/screens/connect/connect.tsx')).Connect,
    ),
    attempt: createLoadable(
      async () => (await import('#client/screens/attempt/attempt-screen.tsx')).AttemptScreen,
    ),
    wallet: createLoadable(
      async () => (await import('#client/screens/wallet/wallet-screen.tsx')).WalletScreen,
    ),
    settings: createLoadable(
      async () => (await import('#client/screens/settings/settings.tsx')).Settings,
    ),
    deleted: createLoadable(
      async () => (await import('#client/screens/settings/deleted.tsx')).Deleted,
    ),
  }
}
