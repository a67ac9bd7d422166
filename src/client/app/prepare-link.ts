import { LINK_SECTIONS, type LinkKind } from '#shared/drawn-link.ts'
import { WALLET_SILENCE_MS } from '#shared/limits.ts'
import { pause } from '#client/api/back-off.ts'
import { fetchSection } from '#client/screens/arriving/use-section.ts'
import type { Route } from '#client/screens/routing/router.ts'
import type { AppServices } from './services.ts'

/** A route of a screen that links lead to. */
export type LinkRoute = Extract<Route, { screen: LinkKind }>

/**
 * Waits until the screen of a link can be drawn at once, as its account sees it: the server's picture of it stays on the
 * page until then. Gives up when the page has waited as long as for any answer.
 */
export async function prepareLink(services: AppServices): Promise<void> {
  const route = services.router.route.get()
  if (!isLink(route)) return
  await Promise.race([loadLink(services, route), pause(WALLET_SILENCE_MS)])
}

export function isLink(route: Route): route is LinkRoute {
  return route.screen in LINK_SECTIONS
}

async function loadLink(services: AppServices, { screen }: LinkRoute): Promise<void> {
  const { boot, core, languages, screens } = services
  const language = languages.chosen.get() ?? languages.automatic
  // The screen says itself what did not load.
  await Promise.allSettled([
    core.arrive().then(({ api }) => api.signedIn()),
    screens[screen].arrive(),
    fetchSection(LINK_SECTIONS[screen], language),
    boot.evm !== null && fetchSection('evm', language),
  ])
  await memberSettled(services)
}

function memberSettled({ member }: Pick<AppServices, 'member'>): Promise<void> {
  return new Promise((resolve) => {
    const stop = member.subscribe(({ status }) => {
      if (status === 'loading') return
      resolve()
      queueMicrotask(() => stop())
    })
  })
}
