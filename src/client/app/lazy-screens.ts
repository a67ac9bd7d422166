import type { ComponentType } from 'react'
import type { furtherScreens } from './further-screens.ts'
import type { Boot } from '#shared/boot.ts'
import type { Languages } from '#client/screens/language/language.ts'
import type { KnownMember } from '#client/screens/member/member-state.ts'
import { createLoadable, type Loadable } from '#client/screens/reading/loadable.ts'

type LazyScreen<Props> = Loadable<ComponentType<Props>>

type ConnectProps = { purpose?: string; walletId?: string }

/** Screens that are not in the first bundle. */
export type LazyScreens = {
  homeContent: LazyScreen<{ member: KnownMember }>
  connect: LazyScreen<ConnectProps>
  attempt: LazyScreen<{ id: string }>
  wallet: LazyScreen<{ id: string }>
  request: LazyScreen<{ code: string }>
  card: LazyScreen<{ code: string }>
  cosign: LazyScreen<{ code: string }>
  multisig: LazyScreen<{ id: string }>
  requests: LazyScreen<object>
  'new-request': LazyScreen<object>
  'made-request': LazyScreen<{ code: string }>
  settings: LazyScreen<object>
  admin: LazyScreen<object>
  deleted: LazyScreen<object>
  /** Null in the build without EVM wallets. */
  ticket: LazyScreen<object> | null
}

type Deps = { boot: Boot; languages: Languages }

export function createLazyScreens(deps: Deps): LazyScreens {
  /** Each loads together with its messages, which are not in the first bundle either. */
  function screen<Props>(fetchScreen: () => Promise<ComponentType<Props>>): LazyScreen<Props> {
    return createLoadable(async () => {
      const [component] = await Promise.all([fetchScreen(), deps.languages.loadMessages()])
      return component
    })
  }

  /** Screens that are never the first. A chunk that each of them needs, loaded after the first script, names them. */
  function further<Props>(
    pick: (screens: typeof furtherScreens) => Promise<ComponentType<Props>>,
  ): LazyScreen<Props> {
    return screen(async () => pick((await import('./core.ts')).furtherScreens))
  }

  return {
    homeContent: screen(
      async () => (await import('#client/screens/home/home-content.tsx')).HomeContent,
    ),
    connect: screen(() => fetchConnect(deps)),
    attempt: screen(
      async () => (await import('#client/screens/attempt/attempt-screen.tsx')).AttemptScreen,
    ),
    wallet: further((screens) => screens.wallet()),
    request: screen(async () => (await fetchLinkScreens()).request),
    card: screen(async () => (await fetchLinkScreens()).card),
    cosign: further((screens) => screens.cosign()),
    multisig: further((screens) => screens.multisig()),
    requests: further((screens) => screens.requests()),
    'new-request': further((screens) => screens.newRequest()),
    'made-request': further((screens) => screens.madeRequest()),
    settings: further((screens) => screens.settings()),
    admin: further((screens) => screens.admin()),
    deleted: further((screens) => screens.deleted()),
    ticket: __EVM__ ? screen(async () => (await import('./ticket-core.ts')).TicketScreen) : null,
  }
}

async function fetchLinkScreens() {
  return (await import('./link-screens.ts')).linkScreens
}

/** Also fetches what the screen would request once it is drawn. */
async function fetchConnect({ boot, languages }: Deps): Promise<ComponentType<ConnectProps>> {
  const [{ Connect }, { fetchEvmSection }] = await Promise.all([
    import('#client/screens/connect/connect.tsx'),
    import('#client/screens/connect/evm-section.tsx'),
  ])
  // The section says itself that a part of it did not load.
  if (__EVM__) fetchEvmSection(boot, languages.chosen.get() ?? languages.automatic).catch(() => {})
  return Connect
}
