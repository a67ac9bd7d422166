import { randomBytes } from 'node:crypto'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { ClientBuild } from '#server/client-build.ts'
import { parseConfig } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { startServer } from '#server/start-server.ts'
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

export type DemoOptions = {
  /** The Mini App: built, or from the development server. */
  client: ClientBuild
  /** Folders of the built pages of the simulated Telegram and of the wallet. */
  pages: { host: string; wallet: string }
  /** Port of the simulated Telegram, the wallet, the bridge and the chain. */
  hostPort: number
  /** Port on which the real server listens. */
  appPort: number
  /** Origin under which the page is reached, if something stands before the server. */
  appOrigin?: string
  databaseUrl: string
  log: Log
  now: () => number
}

export type Demo = {
  /** Where the simulated Telegram is. */
  hostUrl: string
  /** Where the Mini App is. */
  appUrl: string
  world: World
  chain: TonChain
  close(): Promise<void>
}

/**
 * The whole world on loopback: a simulated Telegram with its Bot API, a TON Connect bridge, a
 * wallet and a chain, and the real server between them. The bot token and the data key are random
 * on every start, so nothing of it can be mistaken for production.
 */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  const hostUrl = `http://${HOST}:${options.hostPort}`
  const appUrl = options.appOrigin ?? `http://${HOST}:${options.appPort}`
  const botToken = `${randomBytes(5).readUIntBE(0, 5) + 10_000_000}:${randomBytes(26).toString('base64url')}`
  const world = createWorld({
    botToken,
    botUsername: BOT_USERNAME,
    appShortName: null,
    appUrl,
    now: options.now,
  })
  const chain = await createTonChain()
  const bridge = createBridge({ now: options.now })
  const app = createHostApp({
    world,
    chain,
    bridge: bridge.app,
    appUrl,
    hostUrl,
    pages: options.pages,
  })
  const host = serve({ fetch: app.fetch, hostname: HOST, port: options.hostPort })
  const server = await startServer({
    config: demoConfig(options, { botToken, appUrl, hostUrl }),
    client: options.client,
    log: options.log,
    now: options.now,
    fetch,
    walletsListUrl: `${hostUrl}/ton/wallets-v2.json`,
    frameAncestors: [hostUrl],
  })

  return {
    hostUrl,
    appUrl,
    world,
    chain,
    async close() {
      const stopped = server.close()
      world.close()
      bridge.close()
      if ('closeAllConnections' in host) host.closeAllConnections()
      host.close()
      await stopped
    },
  }
}

type HostParts = {
  world: World
  chain: TonChain
  bridge: Hono
  appUrl: string
  hostUrl: string
  pages: DemoOptions['pages']
}

/** Everything that is not Clasp: one origin for the messenger, the wallet, the bridge and the chain. */
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
    .get('*', serveStatic({ root: pages.host }))
}

/** `/wallet/connect` is where outside wallets' links lead: the same page as `/wallet/`. */
function walletFile(path: string): string {
  const file = path.replace(/^\/wallet/, '')
  return file === '/connect' ? '/index.html' : file
}

/** The same variables as in production, parsed by the same parser. */
function demoConfig(
  { appPort, databaseUrl }: DemoOptions,
  { botToken, appUrl, hostUrl }: { botToken: string; appUrl: string; hostUrl: string },
) {
  const verdict = parseConfig({
    BOT_TOKEN: botToken,
    PUBLIC_URL: appUrl,
    DATA_KEY: randomBytes(32).toString('hex'),
    DATABASE_URL: databaseUrl,
    EVM: 'off',
    TON_API_URL: `${hostUrl}/ton`,
    TELEGRAM_API_ROOT: hostUrl,
    APP_NAME: 'Clasp',
    HOST,
    PORT: String(appPort),
  })
  if (!verdict.ok)
    throw new Error(`the demo's configuration is wrong: ${JSON.stringify(verdict.bad)}`)
  return verdict.config
}
