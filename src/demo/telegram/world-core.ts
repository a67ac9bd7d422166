import type { BotProfile } from './bot-profile.ts'
import type { CallbackQueries } from './callback-queries.ts'
import type { ChatLog } from './chat-log.ts'
import type { Chats } from './chats.ts'
import type { InlineMessages, InlineQueries } from './inline-queries.ts'
import type { DemoLaunch } from './launch.ts'
import type { PreparedMessages } from './prepared-messages.ts'
import type { TelegramAccount, WorldJoin } from './snapshot.ts'
import type { TelegramSigner } from './launch-url.ts'
import type { UpdateQueue } from './update-queue.ts'
import type { BotWire } from './wire.ts'

export type WorldOptions = {
  botToken: string
  botUsername: string
  /** Short name of the Mini App in direct links; null when it is the bot's main app. */
  appShortName: string | null
  /** Where direct links lead. */
  appUrl: string
  /**
   * The operator's setting for inline mode at BotFather. With feedback the bot is notified of people's choices.
   * @default 'with-feedback'
   */
  inlineMode?: 'off' | 'on' | 'with-feedback'
  /** What stands in the input in inline mode. @default 'Search…', as Telegram has it */
  inlinePlaceholder?: string
  /** Who is in the world besides the demo's people. @default nobody */
  others?: readonly TelegramAccount[]
  /** Unix time, ms. */
  now: () => number
}

/** The state of the world, shared by what people and the bot do. */
export type WorldCore = {
  options: WorldOptions
  accounts: Map<number, TelegramAccount>
  botId: number
  /** Telegram's own key. */
  signer: TelegramSigner
  chats: Chats
  log: ChatLog
  profile: BotProfile
  updates: UpdateQueue
  callbacks: CallbackQueries
  inlineQueries: InlineQueries
  inlineMessages: InlineMessages
  prepared: PreparedMessages
  /** Requests to join that nobody has decided, oldest first. */
  joins: WorldJoin[]
  /** How the Mini App was opened, the latest last. */
  launches: DemoLaunch[]
  wire: BotWire
  /** Notifies the subscribers of a change. */
  changed(): void
  /** Calls back after every change until the returned function is called. */
  subscribe(listener: () => void): () => void
}

/** Where a person writes. */
export type ChatTarget = {
  accountId: number
  chatId: number
  /** @default null: the general topic, or no forum */
  threadId?: number | null
}

export function mustFindAccount(core: WorldCore, accountId: number): TelegramAccount {
  const account = core.accounts.get(accountId)
  if (account === undefined) throw new Error(`No account ${accountId} in the demo world`)
  return account
}

/** Throws where the person can't write. */
export function mustBeIn(
  core: WorldCore,
  { accountId, chatId, threadId = null }: ChatTarget,
): void {
  mustFindAccount(core, accountId)
  if (!core.chats.isIn(accountId, chatId)) throw new Error('A chat of somebody else')
  if (!hasTopic(core, chatId, threadId)) throw new Error('No such topic')
}

/** Null is the general topic, which every chat has. */
export function hasTopic(
  { chats }: Pick<WorldCore, 'chats'>,
  chatId: number,
  threadId: number | null,
): boolean {
  if (threadId === null) return true
  return chats.find(chatId)?.topics.some(({ id }) => id === threadId) ?? false
}

/** Unix time, s. */
export function getDate({ options }: WorldCore): number {
  return Math.floor(options.now() / 1000)
}
