import type { Context, InlineKeyboard } from 'grammy'
import type { BotLink } from '#shared/boot.ts'
import type { Language } from '#shared/languages.ts'
import type { Family } from '#shared/wallet.ts'
import type { ChatsPolicy, RequestsPolicy } from '#server/config/config.ts'
import type { FindAdmins } from '#server/admins/find-admins.ts'
import type { DeleteMember } from '#server/members/delete-member.ts'
import type { DueJoin } from '#server/store/doors/join-telling.ts'
import type { Store } from '#server/store/store.ts'
import type { EpochMs, StoredUser } from '#server/store/database/stored.ts'
import type { TelegramChats } from '#server/requests/telegram-chats.ts'
import type { BotMessages } from './messages/messages.ts'

/** An update, and the language of its sender. */
export type BotContext = Context & { language: Language; messages: BotMessages }

/** Dependencies of the bot's features. */
export type FeatureDeps = {
  store: Store
  /** Origin of the Mini App, no trailing slash. */
  publicUrl: string
  appName: string
  /** Who runs the bot, as members see it. */
  operatorName: string
  /** What members link a wallet for, in the operator's words; null for nothing said. */
  purpose: string | null
  /** Whether wallets of other chains than TON can be linked. */
  offersEvm: boolean
  /** Families whose wallets can be linked. */
  families: readonly Family[]
  link: BotLink
  /** Whether inline mode is on for the bot at BotFather. */
  offersInline: boolean
  chats: TelegramChats
  /** Who may make requests. */
  requests: RequestsPolicy
  /** In which groups requests may be made. */
  chatsPolicy: ChatsPolicy
  /** Who may always make requests. */
  findAdmins: FindAdmins
  deleteMember: DeleteMember
  now: () => EpochMs
  /** Called after a tap wrote events, so that their receipts leave immediately. */
  onEvent: () => void
  /** Called after a post was queued, so that it is sent immediately. */
  onPost: () => void
  /** Called with a request to join that was noted, and leased for whoever tells Telegram. */
  onJoin: (join: DueJoin) => void
}

/** Dependencies of the answer to a tap, with the member who tapped. */
export type PressDeps = FeatureDeps & { member: StoredUser; messages: BotMessages }

/** What a tap shows. */
export type PressAnswer = { text: string; keyboard?: InlineKeyboard }

/** Chats in which Telegram refuses web_app buttons; they get url buttons with the direct link. */
export const GROUPS: ('group' | 'supergroup')[] = ['group', 'supergroup']
