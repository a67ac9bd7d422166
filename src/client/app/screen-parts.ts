import type { ComponentType } from 'react'
import type { Boot } from '#shared/boot.ts'
import { createPart, type Part } from '#client/parts/part.ts'
import type { Languages } from '#client/screens/language/language.ts'
import type { coreScreens } from './core-screens.ts'

type Deps = { boot: Boot; languages: Languages }

/** Screens that are not in the first script. */
export type ScreenParts = ReturnType<typeof createScreenParts>

export function createScreenParts({ boot, languages }: Deps) {
  /** Each arrives together with its messages, which are not in the first script either. */
  function screen<Props>(fetchIt: () => Promise<ComponentType<Props>>): Part<ComponentType<Props>> {
    return createPart(async () => {
      const [component] = await Promise.all([fetchIt(), languages.loadMessages()])
      return component
    })
  }

  /** Screens that are never the first. A chunk that each of them needs, loaded after the first script, names them. */
  function further<Props>(
    pick: (screens: typeof coreScreens) => () => Promise<ComponentType<Props>>,
  ): Part<ComponentType<Props>> {
    return screen(async () => pick((await import('./core.ts')).coreScreens)())
  }

  return {
    homeContent: screen(
      async () => (await import('#client/screens/home/home-content.tsx')).HomeContent,
    ),
    connect: screen(() => fetchConnect(boot, languages)),
    attempt: screen(
      async () => (await import('#client/screens/attempt/attempt-screen.tsx')).AttemptScreen,
    ),
    wallet: further(({ wallet }) => wallet),
    proof: further(({ proof }) => proof),
    request: screen(async () => (await import('./link-screens.ts')).RequestScreen),
    card: screen(async () => (await import('./link-screens.ts')).CardScreen),
    cosign: further(({ cosign }) => cosign),
    join: further(({ join }) => join),
    door: further(({ door }) => door),
    multisig: further(({ multisig }) => multisig),
    requests: further(({ requests }) => requests),
    'new-request': further(({ newRequest }) => newRequest),
    'made-request': further(({ madeRequest }) => madeRequest),
    settings: further(({ settings }) => settings),
    admin: further(({ admin }) => admin),
    members: further(({ members }) => members),
    member: further(({ member }) => member),
    'admin-log': further(({ adminLog }) => adminLog),
    deleted: further(({ deleted }) => deleted),
    /** Null in the build without EVM wallets. */
    ticket: __EVM__ ? screen(async () => (await import('./ticket-core.ts')).TicketScreen) : null,
  }
}

/** Also fetches what the screen would request once it is drawn. */
async function fetchConnect(boot: Boot, { chosen, automatic }: Languages) {
  const [{ Connect }, { fetchEvmSection }] = await Promise.all([
    import('#client/screens/connect/connect.tsx'),
    import('#client/screens/connect/evm-section.tsx'),
  ])
  // The section says itself that a part of it did not load.
  if (__EVM__) fetchEvmSection(boot, chosen.get() ?? automatic).catch(() => {})
  return Connect
}
