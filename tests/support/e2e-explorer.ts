import type { BrowserContext, Route } from 'playwright-core'

/** Reown's registry of wallets, which AppKit queries. */
const EXPLORER = 'https://api.web3modal.org/**'

/** One pixel. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** A wallet as the registry lists it. */
export type ListedWallet = { id: string; name: string; link: string }

/** Answers requests to the registry in the browser. Only for a page whose Content-Security-Policy is bypassed. */
export async function answerExplorer(
  context: BrowserContext,
  wallets: readonly ListedWallet[],
): Promise<void> {
  await context.route(EXPLORER, (route) => answer(route, wallets))
}

function answer(route: Route, wallets: readonly ListedWallet[]): Promise<void> {
  const { pathname } = new URL(route.request().url())
  if (pathname.includes('/getWalletImage/')) {
    return route.fulfill({ contentType: 'image/png', body: Buffer.from(PICTURE, 'base64') })
  }
  const headers = { 'access-control-allow-origin': '*' }
  return route.fulfill({ headers, json: getBody(pathname, wallets) })
}

function getBody(pathname: string, wallets: readonly ListedWallet[]): object {
  if (pathname !== '/getWallets') {
    return { planLimits: { tier: 'starter', isAboveMauLimit: false, isAboveRpcLimit: false } }
  }
  const data = wallets.map(({ id, name, link }, order) => ({
    id,
    name,
    order,
    homepage: link,
    image_id: id,
    mobile_link: link,
    link_mode: null,
    desktop_link: null,
    webapp_link: null,
    app_store: null,
    play_store: null,
    rdns: null,
    injected: null,
    chains: ['eip155:1'],
    supports_wc: true,
  }))
  return { count: data.length, data }
}
