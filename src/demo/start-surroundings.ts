import { randomBytes } from 'node:crypto'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { Environment } from '#server/config.ts'
import type { StartOptions } from '#server/start-server.ts'
import { createBotApi } from './telegram/bot-api.ts'
import { createHostRoutes } from './telegram/host-server.ts'
import { createWorld, type World } from './telegram/world.ts'
import { createBridge } from './ton/bridge.ts'
import { createTonChain, type TonChain } from './ton/chain.ts'
import { createRotationRoutes } from './ton/rotation-routes.ts'
import { createToncenterRoutes } from './ton/toncenter-routes.ts'
import { createWalletsListRoutes } from './ton/wallets-list.ts'

const HOST = '127.0.0.1'
const BOT_USERNAME = 'clasp_demo_bot'
/** Where the owner's own server is reached. */
const OWNER_PATH = '/owner'

export type SurroundingsOptions = {
  /** Folders of the built pages of the simulated Telegram and of the wallet. */
  pages: { host: string; wallet: string }
  /** Port of the simulated Telegram, the wallet, the bridge, the chain and the owner's server. */
  hostPort: number
  /** Origin under which Clasp is going to be reached. */
  appUrl: string
  now: () => number
}

/** Everything around Clasp, on one loopback origin. */
export type Surroundings = {
  /** Where the simulated Telegram is. */
  hostUrl: string
  /** Where the owner's own server is. */
  ownerUrl: string
  world: World
  chain: TonChain
  /** What an owner sets so that Clasp runs in these surroundings. */
  environment: Environment
  /** What the server is started with so that it finds nobody else. */
  startOptions: Pick<StartOptions, 'walletsListUrl' | 'frameAncestors'>
  /** From now on this answers under {@link Surroundings.ownerUrl}; before, nothing does. */
  setOwner(owner: Hono): void
  close(): void
}

/**
 * A simulated Telegram with its Bot API, a TON Connect bridge, a wallet and a chain. The bot token is
 * random on every start, so nothing of it can be mistaken for production.
 */
export async function startSurroundings(options: SurroundingsOptions): Promise<Surroundings> {
  const { hostPort, appUrl, now } = options
  const hostUrl = `http://${HOST}:${hostPort}`
  const botToken = `${randomBytes(5).readUIntBE(0, 5) + 10_000_000}:${randomBytes(26).toString('base64url')}`
  const world = createWorld({
    botToken,
    botUsername: BOT_USERNAME,
    appShortName: null,
    appUrl,
    now,
  })
  const chain = await createTonChain()
  const bridge = createBridge({ now })
  let owner = new Hono()
  const app = createHostApp({ ...options, world, chain, bridge: bridge.app, hostUrl })
    .mount(OWNER_PATH, (request) => owner.fetch(request))
    .get('*', serveStatic({ root: options.pages.host }))
  const host = serve({ fetch: app.fetch, hostname: HOST, port: hostPort })

  return {
    hostUrl,
    ownerUrl: `${hostUrl}${OWNER_PATH}`,
    world,
    chain,
    environment: {
      BOT_TOKEN: botToken,
      PUBLIC_URL: appUrl,
      TON_API_URL: `${hostUrl}/ton`,
      TELEGRAM_API_ROOT: hostUrl,
    },
    startOptions: {
      walletsListUrl: `${hostUrl}/ton/wallets-v2.json`,
      frameAncestors: [hostUrl],
    },
    setOwner: (next) => void (owner = next),
    close() {
      world.close()
      bridge.close()
      if ('closeAllConnections' in host) host.closeAllConnections()
      host.close()
    },
  }
}

type HostParts = SurroundingsOptions & {
  world: World
  chain: TonChain
  bridge: Hono
  hostUrl: string
}

function createHostApp({ world, chain, bridge, appUrl, hostUrl, pages }: HostParts): Hono {
  const wallet = serveStatic({ root: pages.wallet, rewriteRequestPath: walletFile })
  return new Hono()
    .route('/', createBotApi(world))
    .route('/', createHostRoutes(world, { appOrigin: appUrl }))
    .route('/bridge', bridge)
    .route('/ton', createToncenterRoutes(chain))
    .route('/ton', createWalletsListRoutes({ hostOrigin: hostUrl }))
    .route('/ton/demo', createRotationRoutes(chain))
    .get('/wallet/*', wallet)
}

/** `/wallet/connect` is where outside wallets' links lead: the same page as `/wallet/`. */
function walletFile(path: string): string {
  const file = path.replace(/^\/wallet/, '')
  return file === '/connect' ? '/index.html' : file
}
