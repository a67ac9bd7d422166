import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { TELEGRAM_LOGIN_ISSUER } from '#proof/login.ts'
import type { Environment } from '#server/config/environment.ts'
import { TELEGRAM_WEB_ORIGINS } from '#server/http/content-security-policy.ts'
import type { ServerOptions } from '#server/start-server.ts'
import type { EvmPolicy } from '#shared/boot.ts'
import type { DemoPages, DemoScripts } from './demo-folders.ts'
import { EVM_DEMO_PATH, EVM_WALLET_PATH, SAFE_API_PATH } from './evm/demo-network.ts'
import { type EvmServices, startEvmServices } from './evm/start-evm-services.ts'
import { treasuryAddress, TREASURY_OWNERS } from './evm/treasury-keys.ts'
import type { WalletMoment } from './telegram/story-contract.ts'
import { createStory, type Story } from './story/story.ts'
import { createBotApi } from './telegram/bot-api.ts'
import { createLoginProvider, type LoginProvider } from './telegram/login-provider.ts'
import { createMessengerRoutes } from './telegram/messenger-server.ts'
import { createWorld, type TelegramWorld } from './telegram/world.ts'
import { createBridge } from './ton/bridge.ts'
import { createTonChain, type DemoTonChain } from './ton/chain.ts'
import { multisigCodeHash } from './ton/multisig-contract.ts'
import {
  createFaultRoutes,
  createMultisigRoutes,
  createRotationRoutes,
} from './ton/ton-demo-routes.ts'
import { createToncenterRoutes } from './ton/toncenter-routes.ts'
import { deployTreasury, TREASURY_SIGNERS } from './ton/treasury.ts'
import { createWalletsListRoutes } from './ton/wallets-list.ts'

const HOST = '127.0.0.1'
const BOT_USERNAME = 'clasp_demo_bot'
/** Path of the operator's server. */
const OPERATOR_PATH = '/operator'
/** Path of Log In With Telegram, which has an origin of its own in the real one. */
const LOGIN_PATH = '/oauth'
/** Owners of the Safe, and signers of the TON multisig. */
const OWNER_ADDRESSES = new Set<string>([
  ...TREASURY_OWNERS.map(treasuryAddress),
  ...TREASURY_SIGNERS,
])

export type DemoServicesOptions = {
  pages: Omit<DemoPages, keyof DemoScripts>
  /** Port of the simulated Telegram, the wallets, bridge and relay, the TON chain and the operator's server. */
  messengerPort: number
  /** Whether the demo plays the operator too. */
  hasOperator: boolean
  /** The operator's policy for EVM wallets. Where it is `off`, no EVM services run. */
  evm: EvmPolicy
  /** Whether Clasp uses Log In With Telegram. @default false */
  hasLogin?: boolean
  /** Public origin of Clasp. */
  appUrl: string
  now: () => number
}

/** Everything around Clasp, on one loopback origin. */
export type DemoServices = {
  /** Address of the simulated Telegram. */
  messengerUrl: string
  /** Address of the operator's server. */
  operatorUrl: string
  world: TelegramWorld
  login: LoginProvider
  story: Story
  chain: DemoTonChain
  /** Null where the policy is `off`. */
  evm: EvmServices | null
  /** The operator's settings so that Clasp uses these services. */
  environment: Environment
  /** Start options so that the server uses only these services. */
  startOptions: Pick<
    ServerOptions,
    | 'walletsListUrl'
    | 'ownNetwork'
    | 'frameAncestors'
    | 'evmRelayUrl'
    | 'tonMultisigCodes'
    | 'telegramKey'
    | 'telegramLoginUrl'
  >
  /** Serves this at {@link DemoServices.operatorUrl}. Before, nothing answers there. */
  setOperator(operator: Hono): void
  close(): Promise<void>
}

/**
 * Starts a simulated Telegram with its Bot API, the wallets of both families with bridge and relay, and
 * their chains. The bot token is random on every start, so it cannot be mistaken for production.
 */
export async function startDemoServices(options: DemoServicesOptions): Promise<DemoServices> {
  const { messengerPort, appUrl, now } = options
  const messengerUrl = `http://${HOST}:${messengerPort}`
  const world = createDemoWorld(appUrl, now)
  const story = createStory({ world, ownerAddresses: OWNER_ADDRESSES, now })
  const observed = { now, onWallet: (moment: WalletMoment) => story.noteWallet(moment) }
  const [chain, evm] = await Promise.all([
    createTonChain(),
    options.evm === 'off'
      ? null
      : startEvmServices({ ...observed, messengerUrl, policy: options.evm }),
  ])
  await deployTreasury(chain)
  const bridge = createBridge(observed)
  let operator = new Hono()
  const login = createDemoLogin(world, options)
  const parts = { ...options, world, story, chain, login, bridge: bridge.app }
  const app = createMessengerApp({ ...parts, messengerUrl, hasEvm: evm !== null })
    .route('/', evm === null ? new Hono() : createEvmApp(evm, options.pages))
    .mount(OPERATOR_PATH, (request) => operator.fetch(request))
    .get('*', serveStatic({ root: options.pages.messenger }))
  const messenger = serve({ fetch: app.fetch, hostname: HOST, port: messengerPort })
  if (isHttp1(messenger)) evm?.attachRelay(messenger)

  return {
    messengerUrl,
    operatorUrl: `${messengerUrl}${OPERATOR_PATH}`,
    world,
    login,
    story,
    chain,
    evm,
    environment: {
      EVM: 'off',
      ...evm?.environment,
      ...(options.hasLogin && getLoginClient(world, login)),
      BOT_TOKEN: world.botToken,
      PUBLIC_URL: appUrl,
      TON_API_URL: `${messengerUrl}/ton`,
      TELEGRAM_API_ROOT: messengerUrl,
    },
    startOptions: {
      walletsListUrl: `${messengerUrl}/ton/wallets-v2.json`,
      ownNetwork: new Set([new URL(messengerUrl).hostname]),
      frameAncestors: [...TELEGRAM_WEB_ORIGINS, messengerUrl],
      evmRelayUrl: evm?.relayUrl ?? null,
      tonMultisigCodes: [multisigCodeHash()],
      telegramKey: world.signer.publicKey,
      telegramLoginUrl: `${messengerUrl}${LOGIN_PATH}`,
    },
    setOperator: (next) => void (operator = next),
    async close() {
      world.close()
      bridge.close()
      const evmEnded = evm?.close()
      if (isHttp1(messenger)) messenger.closeAllConnections()
      messenger.close()
      await evmEnded
    },
  }
}

/** Signs in Telegram's name, by keys that no verifier knows. */
function createDemoLogin(
  world: TelegramWorld,
  { appUrl, now }: Pick<DemoServicesOptions, 'appUrl' | 'now'>,
): LoginProvider {
  const allowedOrigin = new URL(appUrl).origin
  return createLoginProvider({ world, issuer: TELEGRAM_LOGIN_ISSUER, allowedOrigin, now })
}

/** What BotFather shows of the bot under Login Widget. */
function getLoginClient({ botId }: TelegramWorld, { clientSecret }: LoginProvider): Environment {
  return {
    TELEGRAM_LOGIN_CLIENT_ID: String(botId),
    TELEGRAM_LOGIN_CLIENT_SECRET: clientSecret,
  }
}

function createDemoWorld(appUrl: string, now: () => number): TelegramWorld {
  return createWorld({
    botToken: `${randomBytes(5).readUIntBE(0, 5) + 10_000_000}:${randomBytes(26).toString('base64url')}`,
    botUsername: BOT_USERNAME,
    appShortName: null,
    appUrl,
    inlinePlaceholder: 'Ask for a wallet, or share one',
    now,
  })
}

function isHttp1(server: ReturnType<typeof serve>): server is Server {
  return 'closeAllConnections' in server
}

type MessengerParts = Omit<DemoServicesOptions, 'evm'> & {
  world: TelegramWorld
  story: Story
  chain: DemoTonChain
  login: LoginProvider
  bridge: Hono
  messengerUrl: string
  hasEvm: boolean
}

function createMessengerApp(parts: MessengerParts): Hono {
  const { world, story, chain, login, bridge, appUrl, messengerUrl, hasEvm, hasOperator, pages } =
    parts
  const wallet = serveStatic({ root: pages.wallet, rewriteRequestPath: walletFile })
  return new Hono()
    .route('/', createBotApi(world))
    .route(
      '/',
      createMessengerRoutes(world, { appOrigin: appUrl, hasEvmWallet: hasEvm, hasOperator, story }),
    )
    .route(LOGIN_PATH, login.routes)
    .route('/bridge', bridge)
    .route('/ton', createToncenterRoutes(chain))
    .route('/ton', createWalletsListRoutes({ messengerOrigin: messengerUrl }))
    .route('/ton/demo', createRotationRoutes(chain))
    .route('/ton/demo', createMultisigRoutes(chain))
    .route('/ton/demo', createFaultRoutes(chain))
    .get('/wallet/*', wallet)
    .get('/ui', (c) => c.redirect(`/ui/${new URL(c.req.url).search}`))
    .get('/ui/*', serveStatic({ root: pages.ui, rewriteRequestPath: uiFile }))
}

function createEvmApp(
  { routes, safeService, registry }: EvmServices,
  pages: DemoServicesOptions['pages'],
): Hono {
  const wallet = serveStatic({ root: pages.evmWallet, rewriteRequestPath: evmWalletFile })
  return new Hono()
    .route('/', registry)
    .route(EVM_DEMO_PATH, routes)
    .route(SAFE_API_PATH, safeService.routes)
    .get(`${EVM_WALLET_PATH}*`, wallet)
}

function evmWalletFile(path: string): string {
  return `/${path.slice(EVM_WALLET_PATH.length)}`
}

function uiFile(path: string): string {
  return path.replace(/^\/ui/, '')
}

/** Links of outside wallets lead to `/wallet/connect`, which is the same page as `/wallet/`. */
function walletFile(path: string): string {
  const file = path.replace(/^\/wallet/, '')
  return file === '/connect' ? '/index.html' : file
}
