import { Hono } from 'hono'
import { OUTSIDE_WALLET } from './wallet/connect-link.ts'
import { type WalletIcon, drawWalletIcon } from './wallet-icon.ts'

type DemoWallet = { appName: string; name: string; link: 'telegram' | 'page'; icon: WalletIcon }

/**
 * Wallets of the demo world. The demo wallet's page answers for all of them: for Wallet in Telegram
 * when the messenger opens it, for the others under the name in its link.
 */
const DEMO_WALLETS: DemoWallet[] = [
  {
    appName: 'telegram-wallet',
    name: 'Wallet',
    link: 'telegram',
    icon: { from: [51, 153, 255], to: [0, 98, 214], glyph: 'purse' },
  },
  {
    appName: OUTSIDE_WALLET,
    name: 'Demo Wallet',
    link: 'page',
    icon: { from: [124, 108, 255], to: [76, 58, 214], glyph: 'ring' },
  },
  {
    appName: 'demo-lantern',
    name: 'Lantern',
    link: 'page',
    icon: { from: [255, 181, 71], to: [240, 110, 40], glyph: 'diamond' },
  },
  {
    appName: 'demo-northbay',
    name: 'Northbay',
    link: 'page',
    icon: { from: [40, 196, 170], to: [8, 126, 128], glyph: 'bars' },
  },
  {
    appName: 'demo-quarry',
    name: 'Quarry',
    link: 'page',
    icon: { from: [72, 82, 100], to: [24, 29, 40], glyph: 'blocks' },
  },
]

type ListOptions = {
  /** Origin of the demo's messenger page, where bridge, wallet page and icons live. */
  messengerOrigin: string
}

/** Wallets list in the shape of wallets-v2.json (ton-connect/wallets-list), all on one local origin. */
export function createDemoWalletsList({ messengerOrigin }: ListOptions) {
  return DEMO_WALLETS.map(({ appName, name, link }) => ({
    app_name: appName,
    name,
    image: `${messengerOrigin}/ton/icons/${appName}.png`,
    about_url: `${messengerOrigin}/wallet/`,
    universal_url:
      link === 'telegram'
        ? 'https://t.me/wallet?attach=wallet'
        : `${messengerOrigin}/wallet/connect${appName === OUTSIDE_WALLET ? '' : `?app=${appName}`}`,
    bridge: [{ type: 'sse', url: `${messengerOrigin}/bridge` }],
    platforms: ['ios', 'android', 'macos', 'windows', 'linux', 'chrome', 'firefox', 'safari'],
    features: [
      { name: 'SendTransaction', maxMessages: 4 },
      { name: 'SignData', types: ['text'] },
    ],
  }))
}

/** `/wallets-v2.json` and `/icons/<app name>.png`, to be mounted at `/ton` of the messenger's origin. */
export function createWalletsListRoutes(options: ListOptions): Hono {
  const icons = new Map(
    DEMO_WALLETS.map(({ appName, icon }) => [`${appName}.png`, drawWalletIcon(icon)]),
  )
  const routes = new Hono()
  routes.get('/wallets-v2.json', (c) => c.json(createDemoWalletsList(options)))
  routes.get('/icons/:file', (c) => {
    const icon = icons.get(c.req.param('file'))
    if (!icon) return c.notFound()
    return c.body(icon, 200, { 'content-type': 'image/png' })
  })
  return routes
}
