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
  function later<Props>(
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
    wallet: later(({ wallet }) => wallet),
    proof: later(({ proof }) => proof),
    request: screen(async () => (await import('./link-screens.ts')).RequestScreen),
    card: screen(async () => (await import('./link-screens.ts')).CardScreen),
    cosign: later(({ cosign }) => cosign),
    join: later(({ join }) => join),
    door: later(({ door }) => door),
    multisig: later(({ multisig }) => multisig),
    requests: later(({ requests }) => requests),
    'new-request': later(({ newRequest }) => newRequest),
    'made-request': later(({ madeRequest }) => madeRequest),
    settings: later(({ settings }) => settings),
    admin: later(({ admin }) => admin),
    members: later(({ members }) => members),
    member: later(({ member }) => member),
    'admin-log': later(({ adminLog }) => adminLog),
    deleted: later(({ deleted }) => deleted),
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
