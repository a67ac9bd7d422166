import type { Context } from 'grammy'
import type { BotLink } from '#shared/boot.ts'
import type { Language } from '#shared/languages.ts'
import type { Family } from '#shared/wallet.ts'
import type { RequestsPolicy } from '#server/config.ts'
import type { Store } from '#server/store/store.ts'
import type { EpochMs, StoredUser } from '#server/store/stored.ts'
import type { TelegramChats } from '#server/telegram-chats.ts'
import type { BotMessages } from './messages/messages.ts'

/** An update, and the language of whoever sent it. */
export type BotContext = Context & { language: Language; messages: BotMessages }

/** What the features of the bot work with. */
export type FeatureDeps = {
  store: Store
  /** Origin of the Mini App, no trailing slash. */
  publicUrl: string
  appName: string
  /** Whether wallets of other chains than TON can be linked. */
  offersEvm: boolean
  /** Families whose wallets can be linked. */
  families: readonly Family[]
  link: BotLink
  /** Whether BotFather has inline mode switched on for the bot. */
  offersInline: boolean
  chats: TelegramChats
  /** Who may ask for wallets. */
  requests: RequestsPolicy
  /** Telegram ids of those who may always ask. */
  adminIds: ReadonlySet<string>
  now: () => EpochMs
  /** Called after a tap wrote events, so that their receipts leave at once. */
  onEvent: () => void
  /** Called after a message about a request was ordered, so that it is written at once. */
  onPost: () => void
}

/** What the answer to a tap works with: the same, and who tapped. */
export type PressDeps = FeatureDeps & { member: StoredUser; texts: BotMessages['texts'] }

/** Chats in which Telegram refuses web_app buttons: url buttons with the direct link stand there. */
export const GROUPS: ('group' | 'supergroup')[] = ['group', 'supergroup']
