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
import { openStore } from './store/open-store.ts'
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

/** Telegram did not tell who the bot is, and everything that members see links to it. */
export class BotUnknownError extends Error {
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

/** config → store → bot → http → listen; `close` goes the same way back and finishes what was begun. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, log, now } = options
  const known = await fetchBotInfo(config.bot)
  if (!known.ok) throw new BotUnknownError(known.reason)

  const store = await openStore(config)
  const receipts = createReceipts({
    store,
    log,
    now,
    send: (recipient, event) => bot.sendReceipt(recipient, event),
  })
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
  const web = await createWeb(options, { store, bot, receipts })
  const listener = await listen(web.app, config.http)
  const stopRefreshing = web.walletsList.keepFresh()
  const stopSweeping = sweepHourly({ store, log, now })
  await bot.start()
  receipts.start()

  return {
    port: listener.port,
    async close() {
      stopRefreshing()
      stopSweeping()
      await listener.close()
      await bot.stop()
      await receipts.stop()
      await store.close()
    },
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
