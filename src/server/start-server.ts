import { setTimeout as sleep } from 'node:timers/promises'
import type { UserFromGetMe } from 'grammy/types'
import { TELEGRAM_TEST } from '#proof/telegram.ts'
import type { EvmBoot } from '#shared/boot.ts'
import { getRegistryOrigin } from '#shared/evm-registry.ts'
import { botLink } from '#shared/links.ts'
import type { Accounts } from './accounts/accounts.ts'
import { createAccountPoller } from './accounts/check-accounts.ts'
import { createAccounts } from './accounts/create-accounts.ts'
import { createApi } from './bot/create-api.ts'
import { type BotMode, type ClaspBot, createBot } from './bot/create-bot.ts'
import { fetchBotInfo } from './bot/fetch-bot-info.ts'
import { isTelegramAway } from './bot/telegram-problem.ts'
import { createReportRefusal } from './bot/report-refusal.ts'
import { createSendFile } from './bot/send-file.ts'
import { createShowPost } from './bot/show-post.ts'
import { createTelegramChats } from './bot/telegram-chats.ts'
import { WEBHOOK_PATH } from './bot/foreign-webhook.ts'
import { createEvmChains } from './chains/evm.ts'
import { createSafeService, type SafeService } from './chains/safe-service.ts'
import { createTonChain } from './chains/ton.ts'
import { createToncenter } from './chains/toncenter.ts'
import type { ClientBuild } from './builds/client-build.ts'
import type { BotConfig, Config } from './config/config.ts'
import type { OwnNetwork } from './network/own-network.ts'
import { createGuardedFetch, type Get } from './network/guarded-fetch.ts'
import { createPosts } from './notifications/posts.ts'
import { createReceipts } from './notifications/receipts.ts'
import type { ReportRefusal, ShowPost } from './notifications/post-notifier.ts'
import { createDeliveries } from './notifications/webhooks/deliveries.ts'
import { createCallerReader } from './http/client-address.ts'
import { createHttp } from './http/create-http.ts'
import type { HttpDeps } from './http/http-deps.ts'
import { createMetricsHttp } from './http/routes/metrics.ts'
import { createShell } from './http/shell.ts'
import type { LegalFacts } from './legal/legal-document.ts'
import { createLinking } from './linking/linking.ts'
import { listen } from './process/listen.ts'
import type { Poller } from './process/poller.ts'
import type { Log } from './log/log.ts'
import { createAttemptOutcomes } from './metrics/attempt-outcomes.ts'
import { countedFetch } from './metrics/counted-fetch.ts'
import { type Metrics, createMetrics } from './metrics/metrics.ts'
import type { Cosignings } from './multisig/cosignings.ts'
import { createMultisigParts } from './multisig/create-multisig-parts.ts'
import type { Multisigs } from './multisig/multisigs.ts'
import { openDatabase } from './process/open-database.ts'
import { BotUnknownError, failWith, type StartError } from './process/start-error.ts'
import {
  type AdjustableRateLimits,
  createMemoryRateLimits,
  type RateLimits,
} from './store/database/rate-limits.ts'
import type { Store } from './store/store.ts'
import { watchSchema } from './process/watch-schema.ts'
import { watchClock } from './process/watch-clock.ts'
import { sweepHourly } from './process/sweep-hourly.ts'
import { type StartTimeout, untilThere } from './process/until-there.ts'
import type { UsedDatabases } from './process/used-databases.ts'
import type { SendFile } from './proofs/file-sender.ts'
import type { TelegramChats } from './requests/telegram-chats.ts'
import type { TonApiConfig } from './config/ton-config.ts'
import type { EvmChains } from './chains/evm-chain.ts'
import { createInitDataVerifier } from './http/init-data.ts'
import type { TonChain } from './chains/ton-chain.ts'
import { createEvmIconSource } from './wallets-list/evm-icons.ts'
import { createWalletIcons, type WalletIcons } from './wallets-list/wallet-icons.ts'
import { createWalletsList, type WalletsList } from './wallets-list/wallets-list.ts'

export type ServerOptions = {
  config: Config
  client: ClientBuild
  log: Log
  /** Unix time in milliseconds. */
  now: () => number
  fetch: typeof fetch
  walletsListUrl: string
  /** Hosts of the own network that the wallets lists may lead to: for the demo and the tests. @default none */
  ownNetwork?: OwnNetwork
  /** Origins that may show the Mini App in a frame. */
  frameAncestors: readonly string[]
  /** WalletConnect relay in place of Reown's: for the demo and the tests. Null in production, always. */
  evmRelayUrl: string | null
  /** Telegram's key for launches, in hex: for the demo and the tests. @default the one of the bot's environment */
  telegramKey?: string
  /** Hashes of code, in hex, that count as multisig v2: for the demo and the tests. @default the published ones */
  tonMultisigCodes?: readonly string[]
  /** How long to wait for the database and Telegram to come up, and a signal that ends the wait. @default no wait */
  timeout?: Pick<StartTimeout, 'timeoutMs' | 'signal'>
  /** The list of databases that were used before. @default none is kept */
  usedDatabases?: UsedDatabases
  /** How long `/readyz` reports the stop before the server takes no more requests, in milliseconds. @default 0 */
  shutdownDelayMs?: number
}

export type RunningServer = {
  port: number
  /** Resolves once the server cannot go on, and should be closed. */
  ended: Promise<StartError>
  close(): Promise<void>
}

/** Longest wait for Telegram's answer about a chat, or to a proof, in seconds. Members wait for it, too. */
const CHATS_TIMEOUT_S = 5
/** Longest wait for Telegram to accept a message, in seconds: far less than its lease. */
const POST_TIMEOUT_S = 10

type StopStep = () => void | Promise<void>

/** How long a stop waits for the work under way, in milliseconds: less than the 10 s that containers allow. */
const STOP_MS = 9_000

/**
 * config → store → bot → http → listen. `close` goes the same way back and finishes the work under way. A failed start
 * also goes that way back.
 *
 * @throws {StartError}
 * @throws {WrongBotError}
 * @throws {WrongDataKeyError}
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const started: StopStep[] = []
  let closed: Promise<void> | undefined
  const close = () => (closed ??= undo(started, options.log))
  try {
    return { ...(await start(options, started)), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Records in `started` how to undo each step. */
async function start(
  options: ServerOptions,
  started: StopStep[],
): Promise<Pick<RunningServer, 'port' | 'ended'>> {
  const { config, shutdownDelayMs = 0 } = options
  const metrics = createMetrics()
  const fetchPublic = createGuardedFetch({ ownNetwork: options.ownNetwork ?? new Set() })
  const walletsList = createServedWallets({ ...options, fetchPublic }, metrics)
  const botInfo = await askWhoTheBotIs(options)
  const store = await openDatabase(options, getStartTimeout(options))
  started.push(() => store.close())
  const addressRates = createMemoryRateLimits()
  const parts = { ...options, fetchPublic, store, metrics, walletsList, addressRates }
  const outcomes = createAttemptOutcomes(parts)
  const receipts = createReceipts({
    ...parts,
    send: (...receipt) => bot.sendReceipt(...receipt),
  })
  const telegram = createTelegramPorts(botInfo, parts)
  const posts = createPosts({ ...parts, ...telegram, show: telegram.showPost })
  const deliveries = config.webhook && createDeliveries({ ...parts, webhook: config.webhook })
  const onPost = () => posts.kick()
  const onEvent = () => {
    receipts.kick()
    deliveries?.kick()
    onPost()
  }
  const chains = createChains(parts)
  const multisig = createMultisigSide({ ...parts, ...chains, ...telegram, onEvent })
  const notified = [outcomes, receipts, posts, ...(deliveries ? [deliveries] : [])]
  // Stop event producers before event consumers.
  const { watch, stopping, ended } = followSchema(parts)
  const { signal } = stopping
  const pollers = [...notified, ...multisig.pollers, followClock(parts), watch]
  started.push(...pollers.map((poller) => () => poller.stop()))
  const bot = createBot({
    ...parts,
    ...config,
    ...config.bot,
    ...botMode(config),
    offersEvm: config.evm.policy !== 'off',
    botInfo,
    ...telegram,
    onEvent,
    onPost,
  })
  started.push(() => bot.stop())
  const web = { ...parts, ...chains, ...multisig, ...telegram, bot, onEvent, signal }
  const app = await createWeb(web)
  const listener = await listen(app, config.http).catch(failWith('LISTEN'))
  started.push(() => listener.close(), walletsList.keepFresh())
  await listenForMetrics(parts, started)
  started.push(sweepHourly({ ...parts, retention: config.retention, random: Math.random }))
  await startBot(bot, options)
  for (const poller of pollers) poller.start()
  started.push(() => {
    stopping.abort('server' satisfies StopReason)
    return sleep(shutdownDelayMs)
  })
  return { port: listener.port, ended }
}

type StopReason = NonNullable<ReturnType<HttpDeps['findStop']>>

/** Has the server end when another version takes the tables from it. */
function followSchema({ store, log }: Pick<ServerParts, 'store' | 'log'>) {
  const stopping = new AbortController()
  let end: (reason: StartError) => void
  const ended = new Promise<StartError>((resolve) => (end = resolve))
  const watch = watchSchema({
    store,
    log,
    onChange(reason) {
      stopping.abort('schema' satisfies StopReason)
      end(reason)
    },
  })
  return { watch, stopping, ended }
}

function findStop({ aborted, reason }: AbortSignal): StopReason | null {
  if (!aborted) return null
  return reason === 'schema' ? 'schema' : 'server'
}

/** Has what was scheduled follow a clock that is set back. */
function followClock({
  store,
  addressRates,
  ...deps
}: ServerOptions & { store: Store; addressRates: AdjustableRateLimits }): Poller {
  return watchClock({
    ...deps,
    async onSetBack(byMs) {
      await store.setTimesBack(byMs, deps.now())
      addressRates.setBack(byMs)
    },
  })
}

/** The metrics on an address of their own, where the operator gives them one. */
async function listenForMetrics(
  { config, ...parts }: ServerOptions & { store: Store; metrics: Metrics },
  started: StopStep[],
): Promise<void> {
  const { metricsAccess, webhook } = config
  if (metricsAccess === null || metricsAccess.listen === null) return
  const app = createMetricsHttp({ ...parts, webhook, metricsToken: metricsAccess.token })
  const listener = await listen(app, metricsAccess.listen).catch(failWith('LISTEN'))
  started.push(() => listener.close())
}

/** The chains, and the services that read them; no EVM where the operator does not offer it. */
type ServerChains = {
  tonChain: TonChain
  evmChains: EvmChains | null
  safeService: SafeService | null
}

function createChains(options: ServerOptions & { metrics: Metrics }): ServerChains {
  const { config, fetch, metrics, now } = options
  const { evm, safe } = config
  const tonChain = createTon(options)
  if (evm.policy === 'off') return { tonChain, evmChains: null, safeService: null }
  const evmChains = createEvmChains({ ...evm, fetch: countedFetch(fetch, 'evm-rpc', metrics) })
  const asked = safe && { ...safe, fetch: countedFetch(fetch, 'safe-service', metrics), now }
  return { tonChain, evmChains, safeService: asked && createSafeService(asked) }
}

function createTon({
  config,
  fetch,
  metrics,
  log,
  tonMultisigCodes,
}: ServerOptions & { metrics: Metrics }): TonChain {
  const { network, apis } = config.ton
  const [first, ...others] = apis
  const create = ({ url, apiKey }: TonApiConfig) =>
    createToncenter({
      network,
      apiUrl: url,
      apiKey,
      ...(tonMultisigCodes && { multisigCodes: tonMultisigCodes }),
      fetch: countedFetch(fetch, 'toncenter', metrics),
    })
  return createTonChain({ apis: [create(first), ...others.map(create)], log })
}

/** Multisigs and contract accounts, with their pollers. */
function createMultisigSide(
  parts: ServerOptions & ServerChains & Pick<ServerParts, 'store' | 'chats' | 'onEvent'>,
): ReturnType<typeof createMultisigParts> & { accounts: Accounts } {
  const { publicUrl, appName } = parts.config
  const { evmChains } = parts
  const multisig = createMultisigParts({
    ...parts,
    publicUrl,
    appName,
    random: Math.random,
  })
  const accounts = createAccounts(parts)
  const checks = evmChains === null ? [] : [createAccountPoller({ ...parts, accounts, evmChains })]
  return { ...multisig, accounts, pollers: [...multisig.pollers, ...checks] }
}

/** The server's own queries and writes to Telegram, outside of the bot's updates. */
function createTelegramPorts(
  botInfo: UserFromGetMe,
  { config, metrics, now }: ServerOptions & { metrics: Metrics },
): { chats: TelegramChats; showPost: ShowPost; reportRefusal: ReportRefusal; sendFile: SendFile } {
  const { appName, appShortName, bot } = config
  const context = { appName, now, link: { username: botInfo.username, appShortName } }
  const apiWithin = (timeoutS: number) => createApi({ ...bot, metrics }, timeoutS)
  return {
    chats: createTelegramChats({ ...context, api: apiWithin(CHATS_TIMEOUT_S), botId: botInfo.id }),
    showPost: createShowPost({ ...context, api: apiWithin(POST_TIMEOUT_S) }),
    reportRefusal: createReportRefusal(apiWithin(POST_TIMEOUT_S)),
    sendFile: createSendFile(apiWithin(CHATS_TIMEOUT_S)),
  }
}

/** @throws {BotUnknownError} */
function askWhoTheBotIs(options: ServerOptions): Promise<UserFromGetMe> {
  return untilTelegramIsThere(async () => {
    const known = await fetchBotInfo(options.config.bot)
    if (known.ok) return known.botInfo
    throw new BotUnknownError(known.reason)
  }, options)
}

/**
 * Telegram may go away again after it has named the bot of the token.
 *
 * @throws {StartError}
 */
function startBot(bot: ClaspBot, options: ServerOptions): Promise<void> {
  return untilTelegramIsThere(async () => {
    try {
      await bot.start()
    } catch (error) {
      if (isTelegramAway(error)) throw new BotUnknownError('unreachable')
      failWith('WEBHOOK')(error)
    }
  }, options)
}

function untilTelegramIsThere<Result>(
  attempt: () => Promise<Result>,
  options: ServerOptions,
): Promise<Result> {
  return untilThere(
    { what: 'telegram', attempt, isTemporary: isTelegramMissing },
    getStartTimeout(options),
  )
}

function isTelegramMissing(error: unknown): boolean {
  return error instanceof BotUnknownError && error.reason !== 'unauthorized'
}

function getStartTimeout({ timeout, log, now }: ServerOptions): StartTimeout {
  const none = { timeoutMs: 0, signal: new AbortController().signal }
  return { ...(timeout ?? none), log, now }
}

/** Undoes the last step first. A step that fails, or takes too long, does not stop the others. */
async function undo(started: StopStep[], log: Log): Promise<void> {
  const timeout = sleep(STOP_MS, 'too-late' as const, { ref: false })
  for (const step of started.toReversed()) {
    try {
      const outcome = await Promise.race([step(), timeout])
      if (outcome === 'too-late') log.warn('a part that stops late is not waited for')
    } catch (error) {
      log.error({ error }, 'a part did not stop in order')
    }
  }
}

type ServerParts = ServerOptions & {
  store: Store
  tonChain: TonChain
  evmChains: EvmChains | null
  multisigs: Multisigs
  accounts: Accounts
  cosignings: Cosignings
  bot: ClaspBot
  chats: TelegramChats
  sendFile: SendFile
  /** Called after events were written: kicks the readers of events. */
  onEvent: () => void
  walletsList: WalletsList
  /** For addresses that a wallets list names. */
  fetchPublic: Get
  metrics: Metrics
  /** Of addresses, in this process alone. */
  addressRates: RateLimits
  /** Aborted once the server is stopping. */
  signal: AbortSignal
}

function createServedWallets(
  options: ServerOptions & Pick<ServerParts, 'fetchPublic'>,
  metrics: Metrics,
): WalletsList {
  return createWalletsList({
    sourceUrl: options.walletsListUrl,
    publicUrl: options.config.publicUrl,
    fetch: countedFetch(options.fetchPublic, 'wallets-list', metrics),
    log: options.log,
  })
}

/** In hex; null for the production key, which verifiers know. */
function getTelegramKey({ telegramKey, config }: ServerOptions): string | null {
  if (telegramKey !== undefined) return telegramKey
  return config.bot.environment === 'test' ? TELEGRAM_TEST.publicKey : null
}

async function createWeb(parts: ServerParts) {
  const { config, client, bot, walletsList } = parts
  const { publicUrl, appName } = config
  const policy = {
    evm: config.evm.policy,
    tonNetwork: config.ton.network,
    tonText: config.tonText,
  }
  const boot = {
    appName,
    bot: { username: bot.username, appShortName: config.appShortName },
    policy,
    evm: bootEvm(config, parts.evmRelayUrl),
    manifestUrl: `${publicUrl}/tonconnect-manifest.json`,
    frameOrigins: [...parts.frameAncestors],
  }
  return createHttp({
    ...parts,
    boot,
    publicUrl,
    verifyInitData: createInitDataVerifier(config.bot.token),
    telegramKey: getTelegramKey(parts),
    linking: createLinking({ ...parts, publicUrl, appName, policy }),
    shell: await createShell({ ...client, boot }),
    walletIcons: createWalletIcons({
      ...parts,
      fetch: parts.fetchPublic,
      source: walletsList.icons,
    }),
    evmIcons: createEvmIcons(parts),
    legal: legalFacts(config, botLink(boot.bot)),
    adminIds: config.adminIds,
    requests: config.requests,
    chatsPolicy: config.chatsPolicy,
    findFile: client.findFile,
    webhook: config.webhook,
    telegramWebhook: config.bot.mode === 'webhook' ? (request) => bot.webhook(request) : null,
    metricsToken: config.metricsAccess?.listen === null ? config.metricsAccess.token : null,
    findCaller: createCallerReader(config.http.trustedProxies),
    isBotReady: () => bot.isReady(),
    findStop: () => findStop(parts.signal),
  })
}

function createEvmIcons({
  config,
  evmRelayUrl,
  metrics,
  ...parts
}: ServerParts): WalletIcons | null {
  const { evm, publicUrl } = config
  if (evm.policy === 'off') return null
  const fetch = countedFetch(parts.fetchPublic, 'evm-wallets', metrics)
  const registry = { registryOrigin: getRegistryOrigin(evmRelayUrl), projectId: evm.projectId }
  const options = { fetch, log: parts.log, now: parts.now }
  const source = createEvmIconSource({ ...registry, publicUrl, ...options })
  return createWalletIcons({ source, ...options })
}

/** What the page needs for EVM wallets. */
function bootEvm({ evm }: Config, relayUrl: string | null): EvmBoot | null {
  if (evm.policy === 'off') return null
  return { projectId: evm.projectId, chains: evm.chains.map(({ id }) => id), relayUrl }
}

/** Contains no secrets. */
function legalFacts({ appName, operator, retention, evm }: Config, botUrl: string): LegalFacts {
  return { appName, operator, retention, botUrl, evm: evm.policy }
}

function botMode({ bot, publicUrl }: { bot: BotConfig; publicUrl: string }): BotMode {
  if (bot.mode !== 'webhook') return { mode: bot.mode }
  return { mode: bot.mode, webhook: { url: `${publicUrl}${WEBHOOK_PATH}`, secret: bot.secret } }
}
