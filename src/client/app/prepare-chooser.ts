import { fetchEvmSection } from '#client/screens/connect/evm-section.tsx'
import type { Router } from '#client/screens/routing/router.ts'
import type { AppServices } from './services.ts'

/**
 * Loads all that the choice of a wallet needs, so that React can hydrate it as the server has drawn it. Rejects where that
 * does not load, or where the member's language is another one.
 */
export async function prepareChooser(services: AppServices): Promise<void> {
  const { boot, core, languages, router, screens } = services
  followEarlyTap(router)
  await Promise.all([
    core.arrive(),
    screens.connect.arrive(),
    __EVM__ && fetchEvmSection(boot, boot.language),
  ])
  const current = languages.localization.get()
  if (
    current.status !== 'ready' ||
    !current.value.isFull ||
    current.value.language !== boot.language
  )
    throw new Error('the page is in another language')
}

/** The page has followed an early tap on Home already; the address follows now. A tap on a wallet waits for React. */
function followEarlyTap(router: Router): void {
  const { dataset } = document.documentElement
  if (dataset['intent'] === 'connect') delete dataset['intent']
  if (router.route.get().screen === 'home') router.open({ screen: 'connect' })
}
