import type { UserFromGetMe } from 'grammy/types'
import { createFindAdmins } from './admins/find-admins.ts'
import { createApi } from './bot/create-api.ts'
import { type BotMode, createBot } from './bot/create-bot.ts'
import { WEBHOOK_PATH } from './bot/foreign-webhook.ts'
import { createReportRefusal } from './bot/report-refusal.ts'
import { createSendFile } from './bot/send-file.ts'
import { createTellJoins } from './bot/tell-joins.ts'
import { createShowPost } from './bot/show-post.ts'
import { createTelegramChats } from './bot/telegram-chats.ts'
import type { Config } from './config/config.ts'
import { createDeleteMember } from './members/delete-member.ts'
import type { Log } from './log/log.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Joins } from './notifications/joins.ts'
import { createPosts } from './notifications/posts.ts'
import { createReceipts } from './notifications/receipts.ts'
import { createDeliveries } from './notifications/webhooks/deliveries.ts'
import type { Poller } from './process/poller.ts'
import type { EpochMs } from './store/database/stored.ts'
import type { Store } from './store/store.ts'

type BotParts = {
  config: Config
  /** From `fetchBotInfo`. */
  botInfo: UserFromGetMe
  store: Store
  metrics: Metrics
  log: Log
  now: () => EpochMs
  /** Milliseconds that only ever grow. @default performance.now */
  clock?: () => number
}

/** Longest wait for Telegram's answer about a chat, or to a proof, in seconds. Members wait for it, too. */
const CHATS_TIMEOUT_S = 5
/** Longest wait for Telegram's answer about a request to join, in seconds: less than its lease. */
const JOINS_TIMEOUT_S = 2
/** Longest wait for Telegram to accept a message, in seconds: far less than its lease. */
const POST_TIMEOUT_S = 10

/**
 * Wires the bot, the server's own calls to Telegram, and the readers of events with what kicks them: `onEvent` after
 * events were written. Nothing runs yet.
 */
export function composeBot(parts: BotParts) {
  const { config, botInfo, metrics, now } = parts
  const { appName, appShortName, webhook } = config
  const context = { appName, now, link: { username: botInfo.username, appShortName } }
  const apiWithin = (timeoutS: number) => createApi({ ...config.bot, metrics }, timeoutS)
  const chatsApi = apiWithin(CHATS_TIMEOUT_S)
  const postApi = apiWithin(POST_TIMEOUT_S)
  const chats = createTelegramChats({ ...parts, ...context, api: chatsApi, botId: botInfo.id })
  const receipts = createReceipts({ ...parts, send: (...receipt) => bot.sendReceipt(...receipt) })
  const posts = createPosts({
    ...parts,
    show: createShowPost({ ...context, api: postApi }),
    reportRefusal: createReportRefusal(postApi),
  })
  const deliveries = webhook ? [createDeliveries({ ...parts, webhook })] : []
  const notifiers = [receipts, posts, ...deliveries] as const
  const kicked: Pick<Poller, 'kick'>[] = [...notifiers]
  let joins: Joins | undefined
  const onEvent = () => kicked.forEach((reader) => reader.kick())
  const tellJoins = createTellJoins({
    api: apiWithin(JOINS_TIMEOUT_S),
    publicUrl: config.publicUrl,
  })
  const bot = createBot({
    ...parts,
    ...config,
    ...config.bot,
    ...botMode(config),
    operatorName: config.operator.name,
    findAdmins: createFindAdmins({ ...parts, ...config }),
    deleteMember: createDeleteMember({ ...parts, tellJoins, onEvent }),
    offersEvm: config.evm.policy !== 'off',
    chats,
    onEvent,
    onPost: () => posts.kick(),
    onJoin: (join) => joins?.take(join),
  })
  return {
    bot,
    chats,
    sendFile: createSendFile(chatsApi, config.publicUrl),
    tellJoins,
    notifiers,
    onEvent,
    /** Has the bot hand over who asks to join, and `onEvent` kick one more reader. */
    useJoins: (own: Joins): void => {
      joins = own
      kicked.push(own)
    },
  }
}

function botMode({ bot, publicUrl }: Config): BotMode {
  if (bot.mode !== 'webhook') return { mode: bot.mode }
  return { mode: bot.mode, webhook: { url: `${publicUrl}${WEBHOOK_PATH}`, secret: bot.secret } }
}
