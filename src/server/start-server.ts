import { setTimeout as sleep } from 'node:timers/promises'
import type { UserFromGetMe } from 'grammy/types'
import type { ClaspBot } from './bot/create-bot.ts'
import { fetchBotInfo } from './bot/fetch-bot-info.ts'
import { isTelegramAway } from './bot/telegram-problem.ts'
import { createEvmChains } from './chains/evm.ts'
import { createSafeService } from './chains/safe-service.ts'
import { createTonChain } from './chains/ton.ts'
import { createToncenter } from './chains/toncenter.ts'
import type { ClientBuild } from './builds/client-build.ts'
import { composeBot } from './compose-bot.ts'
import { type ComposedServer, composeServer, type ServerParts } from './compose-server.ts'
import type { OwnNetwork } from './network/own-network.ts'
import { createGuardedFetch } from './network/guarded-fetch.ts'
import { tracedFetch } from './network/traced-fetch.ts'
import { changeKey } from './process/change-key.ts'
import { createCallerReader } from './http/client-address.ts'
import { createShell } from './http/shell.ts'
import { followNames } from './process/follow-names.ts'
import { listen } from './process/listen.ts'
import type { Log } from './log/log.ts'
import { countedFetch } from './metrics/counted-fetch.ts'
import { type Metrics, createMetrics } from './metrics/metrics.ts'
import { openDatabase } from './process/open-database.ts'
import { BotUnknownError, failWith, type StartError } from './process/start-error.ts'
import { DATABASE_CHANGES, type DatabaseChange, watchDatabase } from './process/watch-database.ts'
import { LOGIN_CALLBACK_PATH } from './http/routes/login.ts'
import { createTelegramLogin, type TelegramLogin } from './telegram-login/telegram-login.ts'
import { createMemoryRateLimits } from './store/database/rate-limits.ts'
import { sweepHourly } from './process/sweep-hourly.ts'
import { type StartTimeout, untilThere } from './process/until-there.ts'
import type { UsedDatabases } from './process/used-databases.ts'
import type { TonApiConfig } from './config/ton-config.ts'
import type { TonChain } from './chains/ton-chain.ts'

export type ServerOptions = Pick<
  ServerParts,
  'config' | 'log' | 'now' | 'walletsListUrl' | 'frameAncestors' | 'evmRelayUrl' | 'telegramKey'
> & {
  client: ClientBuild
  fetch: typeof fetch
  /** Telegram's OpenID provider: for the demo and the tests. @default Telegram's own */
  telegramLoginUrl?: string
  /** Hosts of the own network that the wallets lists may lead to: for the demo and the tests. @default none */
  ownNetwork?: OwnNetwork
  /** Hashes of code, in hex, that count as multisig v2: for the demo and the tests. @default the published ones */
  tonMultisigCodes?: readonly string[]
  /** How long to wait for the database and Telegram to come up, and a signal that ends the wait. @default no wait */
  timeout?: Pick<StartTimeout, 'timeoutMs' | 'signal'>
  /** The list of databases that were used before. @default none is kept */
  usedDatabases?: UsedDatabases
  /** How long each pass of a change of DATA_KEY waits before it begins: for the tests. @default 20 seconds */
  keyChangeSettleMs?: number
  /** How long `/readyz` reports the stop before the server takes no more requests, in milliseconds. @default 0 */
  shutdownDelayMs?: number
}

export type RunningServer = {
  port: number
  /** Resolves once the server cannot go on, and should be closed. */
  ended: Promise<StartError>
  close(): Promise<void>
}

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

/** Null where the operator has no client for it. */
function openTelegramLogin({
  config: { telegramLogin: client, publicUrl },
  telegramLoginUrl: url,
  fetch,
  now,
  log,
}: ServerOptions): TelegramLogin | null {
  const redirectUri = `${publicUrl}${LOGIN_CALLBACK_PATH}`
  const provider = url === undefined ? {} : { url }
  return client && createTelegramLogin({ client, redirectUri, fetch, now, log, ...provider })
}

/** Records in `started` how to undo each step. */
async function start(
  options: ServerOptions,
  started: StopStep[],
): Promise<Pick<RunningServer, 'port' | 'ended'>> {
  const { config, client, shutdownDelayMs = 0 } = options
  const metrics = createMetrics()
  const botInfo = await askWhoTheBotIs(options)
  const store = await openDatabase(options, getStartTimeout(options))
  started.push(() => store.close())
  const parts = { ...options, store, metrics, fetch: tracedFetch(options.fetch) }
  const { bot, notifiers, ...telegram } = composeBot({ ...parts, botInfo })
  const { watch, stopping, ended } = followDatabase(parts)
  const composed = await composeServer({
    ...parts,
    ...telegram,
    ...createChains(parts),
    ...client,
    createShell: (boot, tonWallets) =>
      createShell({ ...client, boot, tonWallets, log: options.log }),
    findCaller: createCallerReader(config.http.trustedProxies),
    telegramLogin: openTelegramLogin(parts),
    fetchPublic: createGuardedFetch({ ownNetwork: options.ownNetwork ?? new Set() }),
    addressRates: createMemoryRateLimits(),
    random: Math.random,
    bot,
    findStop: () => findStop(stopping.signal),
  })
  // Stop event producers before event consumers.
  const keyChange = changeKey({ ...parts, settleMs: options.keyChangeSettleMs })
  const pollers = [...notifiers, ...composed.pollers, keyChange, followNames(parts), watch]
  started.push(...pollers.map((poller) => () => poller.stop()))
  started.push(() => bot.stop())
  const port = await listenAt(config.http, composed.app, started)
  started.push(composed.walletsList.keepFresh(() => composed.shell.refresh()))
  if (composed.metricsApp && config.metricsAccess?.listen)
    await listenAt(config.metricsAccess.listen, composed.metricsApp, started)
  started.push(sweepHourly({ ...parts, retention: config.retention, random: Math.random }))
  await startBot(bot, options)
  for (const poller of pollers) poller.start()
  // Telegram gives a request to join ten seconds, and may have the profile wait for longer.
  await bot.setUpProfile()
  started.push(() => {
    stopping.abort('server' satisfies StopReason)
    return sleep(shutdownDelayMs)
  })
  return { port, ended }
}

type StopReason = NonNullable<ReturnType<ServerParts['findStop']>>

/** Has the server end when another process takes the database from it. */
function followDatabase({ store, log }: Pick<ServerParts, 'store' | 'log'>) {
  const stopping = new AbortController()
  let end: (reason: StartError) => void
  const ended = new Promise<StartError>((resolve) => (end = resolve))
  const watch = watchDatabase({
    store,
    log,
    onChange(what, reason) {
      stopping.abort(what satisfies StopReason)
      end(reason)
    },
  })
  return { watch, stopping, ended }
}

function findStop({ aborted, reason }: AbortSignal): StopReason | null {
  if (!aborted) return null
  return isDatabaseChange(reason) ? reason : 'server'
}

function isDatabaseChange(reason: unknown): reason is DatabaseChange {
  return DATABASE_CHANGES.some((change) => change === reason)
}

/** Answers the port. */
async function listenAt(
  address: { host: string; port: number },
  app: ComposedServer['app'],
  started: StopStep[],
): Promise<number> {
  const listener = await listen(app, address).catch(failWith('LISTEN'))
  started.push(() => listener.close())
  return listener.port
}

/** The chains, and the services that read them; no EVM where the operator does not offer it. */
function createChains(
  options: ServerOptions & { metrics: Metrics },
): Pick<ServerParts, 'tonChain' | 'evmChains' | 'safeService'> {
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
      if (outcome === 'too-late') log.warn('a part did not stop in time')
    } catch (error) {
      log.error({ error }, 'a part failed to stop')
    }
  }
}
