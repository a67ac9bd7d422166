import { Bot, BotError, type NextFunction } from 'grammy'
import type { UserFromGetMe } from 'grammy/types'
import type { Log } from '#server/log/log.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import type { BotLink, TonTextBinding } from '#shared/boot.ts'
import { findLanguage, type Language, pickLanguage } from '#shared/languages.ts'
import { FAMILIES } from '#shared/wallet.ts'
import type { SendReceipt } from '#server/notifications/receipt-notifier.ts'
import type { BotContext, FeatureDeps } from './bot-context.ts'
import { describeError } from './telegram-problem.ts'
import { addChats } from './features/chats.ts'
import { addConnect } from './features/connect.ts'
import { addDoor, addJoin } from './features/door.ts'
import { addDelete } from './features/delete.ts'
import { addHelp } from './features/help.ts'
import { addInline } from './features/inline.ts'
import { addPress } from './features/press.ts'
import { addPrivacy } from './features/privacy.ts'
import { addStart } from './features/start.ts'
import { addWallets } from './features/wallets.ts'
import { addWriteAccess } from './features/write-access.ts'
import { clientOptions, countCalls, createApi, retryAfter } from './create-api.ts'
import { createErrorHandler } from './handle-error.ts'
import { ignoreFlood } from './ignore-flood.ts'
import { isForUs } from './is-for-us.ts'
import { createUpdateLine, type UpdateLine } from './update-line.ts'
import { fixButtons } from './fix-buttons.ts'
import { messagesIn } from './messages/messages-in.ts'
import { createPolledUpdates } from './polled-updates.ts'
import { createSendReceipt } from './send-receipt.ts'
import { setUpProfile } from './set-up-profile.ts'
import { NO_UPDATES, type UpdateSource } from './update-source.ts'
import { createWebhookUpdates, type WebhookConfigured } from './webhook-updates.ts'
import type { BotServer } from '../config/config.ts'

/** `off` leaves updates, commands and menu to the operator's own running bot; receipts are still sent. */
export type BotMode =
  | { mode: 'webhook'; webhook: WebhookConfigured }
  | { mode: 'polling' }
  | { mode: 'off' }

export type BotDeps = BotMode &
  BotServer &
  Omit<FeatureDeps, 'families' | 'link' | 'offersInline'> & {
    /** From `fetchBotInfo`. */
    botInfo: UserFromGetMe
    /** Whether TON wallets are asked for a text that names the Telegram account. */
    tonText: TonTextBinding
    /** BotFather's short name of the Mini App; null when it is the bot's main app. */
    appShortName: string | null
    log: Log
    metrics: Pick<Metrics, 'upstream'>
  }

export type ClaspBot = {
  username: string
  /** Starts to take updates. Rejects if the webhook cannot be set, or is another program's. */
  start(): Promise<void>
  /** Sets commands, descriptions and menu. The bot answers without them, so a failure is logged. */
  setUpProfile(): Promise<void>
  /** Answers a request to the webhook route; 404 in other modes. */
  webhook(request: Request): Promise<Response>
  sendReceipt: SendReceipt
  /** Whether updates arrive; true where none are expected. */
  isReady(): boolean
  /** Takes no more updates and waits for those under way. */
  stop(): Promise<void>
}

/** Longest wait for Telegram, in seconds; a long poll takes 30 of them. */
const API_TIMEOUT_S = 45
/** Longest wait for Telegram to accept a receipt, in seconds: far less than its lease. */
const RECEIPT_TIMEOUT_S = 10

export function createBot(deps: BotDeps): ClaspBot {
  const { token, botInfo } = deps
  const bot = new Bot<BotContext>(token, { botInfo, client: clientOptions(deps, API_TIMEOUT_S) })
  const link = getLink(deps)
  bot.api.config.use(retryAfter, fixButtons(link), countCalls(deps.metrics))
  const line = createUpdateLine()
  addFeatures(bot, { ...deps, line })
  const updates = createUpdateSource(bot, deps)
  const receiptApi = createApi(deps, RECEIPT_TIMEOUT_S)
  receiptApi.config.use(fixButtons(link))

  return {
    username: botInfo.username,
    start: () => updates.start(),
    async setUpProfile() {
      if (deps.mode !== 'off') await tryToSetUpProfile(bot, deps)
    },
    webhook: (request) => updates.receive(request),
    sendReceipt: createSendReceipt({
      api: receiptApi,
      publicUrl: deps.publicUrl,
      operatorName: deps.operatorName,
      tonText: deps.tonText,
      receivesTaps: deps.mode !== 'off',
    }),
    isReady: () => updates.isReady(),
    async stop() {
      await updates.stop()
      await line.end()
    },
  }
}

function addFeatures(bot: Bot<BotContext>, deps: BotDeps & { line: UpdateLine }): void {
  const features: FeatureDeps = {
    ...deps,
    families: deps.offersEvm ? FAMILIES : ['ton'],
    link: getLink(deps),
    offersInline: deps.botInfo.supports_inline_queries,
  }
  const handleError = createErrorHandler(deps)
  bot.catch(handleError)
  bot.use(useTelegramLanguage)
  addJoin(bot.errorBoundary(handleError), features)
  if (deps.mode === 'polling') bot.use(takeOnce({ ...deps, handleError }))
  const guarded = bot.errorBoundary(handleError)
  addChats(guarded, features)
  const forUs = guarded.filter(isForUs)
  forUs.use(ignoreFlood(deps), useChosenLanguage(deps))
  for (const add of IN_ORDER) add(forUs, features)
}

/** The last one answers whatever no other does. */
const IN_ORDER = [
  addInline,
  addPress,
  addStart,
  addConnect,
  addDoor,
  addWallets,
  addPrivacy,
  addDelete,
  addWriteAccess,
  addHelp,
]

function getLink({ botInfo, appShortName }: BotDeps): BotLink {
  return { username: botInfo.username, appShortName }
}

function createUpdateSource(bot: Bot<BotContext>, deps: BotDeps): UpdateSource {
  switch (deps.mode) {
    case 'webhook':
      return createWebhookUpdates({ ...deps, bot })
    case 'polling':
      return createPolledUpdates({ ...deps, bot })
    case 'off':
      return NO_UPDATES
  }
}

/** The bot works without its profile, so a failure here is logged and the start goes on. */
async function tryToSetUpProfile(bot: Bot<BotContext>, deps: BotDeps): Promise<void> {
  try {
    await setUpProfile(bot.api, deps)
  } catch (error) {
    deps.log.warn(describeError(error), 'bot: commands and descriptions not up to date')
  }
}

function useTelegramLanguage(ctx: BotContext, next: NextFunction): Promise<void> {
  setLanguage(ctx, pickLanguage(ctx.from?.language_code))
  return next()
}

function setLanguage(ctx: BotContext, language: Language): void {
  ctx.language = language
  ctx.messages = messagesIn(language)
}

/** The language that the member chose in the app overrides that of their Telegram, which not every update names. */
function useChosenLanguage({ store }: BotDeps) {
  return async (ctx: BotContext, next: NextFunction): Promise<void> => {
    const member = ctx.from && (await store.findUserByTelegramId(String(ctx.from.id)))
    const named = findLanguage(ctx.from?.language_code)
    if (member) setLanguage(ctx, member.chosenLanguage ?? named ?? member.language)
    await next()
  }
}

type TakeDeps = Pick<BotDeps, 'store' | 'now'> & {
  line: UpdateLine
  handleError: ReturnType<typeof createErrorHandler>
}

/**
 * Handles an update once, even if it is fetched again after a crash between fetching and confirming. Some of the next ones
 * are fetched meanwhile, because a person who asks to join has ten seconds.
 */
function takeOnce({ store, now, line, handleError }: TakeDeps) {
  return (ctx: BotContext, next: NextFunction): Promise<void> =>
    line.add(async () => {
      try {
        if (await store.takeUpdate(ctx.update.update_id, now())) await next()
      } catch (error) {
        await handleError(new BotError(error, ctx))
      }
    })
}
