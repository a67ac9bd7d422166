import { type BotMode, type ClaspBot, createBot } from './bot/create-bot.ts'
import { type BotInfoVerdict, fetchBotInfo } from './bot/fetch-bot-info.ts'
import { messagesIn } from './bot/messages/messages-in.ts'
import { createToncenter } from './chains/toncenter.ts'
import type { ClientBuild } from './client-build.ts'
import type { BotConfig, Config } from './config.ts'
import { createReceipts, type Receipts } from './events/receipts.ts'
import { createHttp } from './http/create-http.ts'
import { createShell } from './http/shell.ts'
import { listen } from './listen.ts'
import type { Log } from './log.ts'
import { openStore, WrongDataKeyError } from './store/open-store.ts'
import type { Store } from './store/store.ts'
import { sweepHourly } from './sweep-hourly.ts'
import { createLaunchDataVerifier } from './verify/launch-data.ts'
import { createWalletIcons } from './wallets-list/wallet-icons.ts'
import { createWalletsList } from './wallets-list/wallets-list.ts'

export type StartOptions = {
  config: Config
  client: ClientBuild
  log: Log
  /** Unix time in milliseconds. */
  now: () => number
  fetch: typeof fetch
  walletsListUrl: string
  /** Origins that may show the Mini App in a frame. */
  frameAncestors: readonly string[]
}

export type RunningServer = { port: number; close(): Promise<void> }

/** The start failed for a reason outside of this process; the message says what an operator can look at. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Telegram did not tell who the bot is, and everything that members see links to it. */
export class BotUnknownError extends StartError {
  override name = 'BotUnknownError'
  readonly reason: Extract<BotInfoVerdict, { ok: false }>['reason']

  constructor(reason: BotUnknownError['reason']) {
    super(
      reason === 'unauthorized'
        ? 'Telegram does not know this BOT_TOKEN'
        : 'Telegram did not answer; is TELEGRAM_API_ROOT right and the network up?',
    )
    this.reason = reason
  }
}

type Step = () => void | Promise<void>

/**
 * config → store → bot → http → listen; `close` goes the same way back and finishes what was begun.
 * A start that fails goes that way back, too.
 *
 * @throws {StartError}
 * @throws {WrongDataKeyError}
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const begun: Step[] = []
  let closed: Promise<void> | undefined
  const close = () => (closed ??= undo(begun, options.log))
  try {
    return { port: await start(options, begun), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Notes in `begun`, step by step, how to undo what it did. Answers the port. */
async function start(options: StartOptions, begun: Step[]): Promise<number> {
  const { config, log, now } = options
  const known = await fetchBotInfo(config.bot)
  if (!known.ok) throw new BotUnknownError(known.reason)

  const store = await openStore(config).catch(failWith('DATABASE'))
  begun.push(() => store.close())
  const receipts = createReceipts({
    store,
    log,
    now,
    send: (recipient, event) => bot.sendReceipt(recipient, event),
  })
  begun.push(() => receipts.stop())
  const bot = createBot({
    ...config,
    ...botMode(config),
    token: config.bot.token,
    apiRoot: config.bot.apiRoot,
    botInfo: known.botInfo,
    store,
    log,
    now,
    onEvent: () => receipts.kick(),
  })
  begun.push(() => bot.stop())
  const web = await createWeb(options, { store, bot, receipts })
  const listener = await listen(web.app, config.http).catch(failWith('LISTEN'))
  begun.push(() => listener.close(), sweepHourly({ store, log, now }), web.walletsList.keepFresh())
  await bot.start().catch(failWith('WEBHOOK'))
  receipts.start()
  return listener.port
}

/** The last step first. One that fails keeps none of the others. */
async function undo(begun: Step[], log: Log): Promise<void> {
  for (const step of begun.toReversed()) {
    try {
      await step()
    } catch (error) {
      log.error({ error }, 'a part did not stop in order')
    }
  }
}

const LOOK_AT = {
  DATABASE: 'the database cannot be opened; is DATABASE_URL right and the database up?',
  LISTEN: 'this address cannot be listened on; are HOST and PORT right and free?',
  WEBHOOK:
    'Telegram did not take the webhook; is PUBLIC_URL an https origin that Telegram can reach?',
} as const

/** A key that does not fit says so itself. */
function failWith(step: keyof typeof LOOK_AT): (cause: unknown) => never {
  return (cause) => {
    if (cause instanceof WrongDataKeyError) throw cause
    throw new StartError(LOOK_AT[step], { cause })
  }
}

type Parts = { store: Store; bot: ClaspBot; receipts: Receipts }

async function createWeb(options: StartOptions, { store, bot, receipts }: Parts) {
  const { config, client, log, now, fetch } = options
  const { publicUrl } = config
  const walletsList = createWalletsList({
    sourceUrl: options.walletsListUrl,
    publicUrl,
    fetch,
    log,
  })
  const boot = {
    appName: config.appName,
    bot: { username: bot.username, appShortName: config.appShortName },
    policy: { evm: config.evm, tonNetwork: config.ton.network },
    manifestUrl: `${publicUrl}/tonconnect-manifest.json`,
  }
  const app = createHttp({
    store,
    log,
    now,
    boot,
    publicUrl,
    walletsList,
    verifyLaunchData: createLaunchDataVerifier(config.bot.token),
    tonChain: createToncenter({ ...config.ton, fetch }),
    shell: await createShell({ ...client, boot }),
    walletIcons: createWalletIcons({ list: walletsList, fetch, log, now }),
    privacyMarkup: (language) => messagesIn(language).texts.privacy(config),
    clientDirectory: client.directory,
    frameAncestors: options.frameAncestors,
    onEvent: () => receipts.kick(),
    telegramWebhook: config.bot.mode === 'webhook' ? (request) => bot.webhook(request) : null,
  })
  return { app, walletsList }
}

function botMode({ bot, publicUrl }: { bot: BotConfig; publicUrl: string }): BotMode {
  if (bot.mode !== 'webhook') return { mode: bot.mode }
  return { mode: bot.mode, webhook: { url: `${publicUrl}/telegram/webhook`, secret: bot.secret } }
}
