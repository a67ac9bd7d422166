import type { ComponentType } from 'react'
import type { Boot } from '#shared/boot.ts'
import type { Languages } from '#client/screens/state/language.ts'
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

type Deps = { boot: Boot; languages: Languages }

export function createLazyScreens(deps: Deps): LazyScreens {
  return {
    homeContent: createLoadable(
      async () => (await import('#client/screens/home/home-content.tsx')).HomeContent,
    ),
    connect: createLoadable(() => fetchConnect(deps)),
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

/** With what the screen would ask for once it is drawn. */
async function fetchConnect({
  boot,
  languages,
}: Deps): Promise<ComponentType<{ request?: string }>> {
  const [{ Connect }, { fetchEvmSection }] = await Promise.all([
    import('#client/screens/connect/connect.tsx'),
    import('#client/screens/connect/evm-section.tsx'),
  ])
  const speech = languages.speech.get()
  if (__EVM__ && speech.status === 'ready') fetchEvmSection(boot, speech.value.language)
  return Connect
}
