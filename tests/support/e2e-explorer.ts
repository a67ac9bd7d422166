import type { BrowserContext, Route } from 'playwright-core'
import { describeWallet, type ListedWallet } from '#demo/evm/wallet-registry.ts'

/** Reown's registry of wallets, or the demo's, which AppKit queries. */
const EXPLORER = /\/(?:getWallets\?|getWalletImage\/|appkit\/v1\/|projects\/v1\/)/

/** One pixel. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** The browser's errors about a registry that cannot be reached. */
export const NO_EXPLORER = /ERR_FAILED|Failed to fetch/

/** Cuts the page off from the registry. */
export async function cutExplorer(context: BrowserContext): Promise<void> {
  await context.route(EXPLORER, (route) => route.abort())
}

/** Leaves the page's requests to the registry without an answer. */
export async function stallExplorer(context: BrowserContext): Promise<void> {
  await context.route(EXPLORER, () => {})
}

/** Answers requests to the registry in the browser. */
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
  const data = wallets.map((wallet, order) =>
    Object.assign(describeWallet(wallet, order), { chains: ['eip155:1'] }),
  )
  return { count: data.length, data }
}
