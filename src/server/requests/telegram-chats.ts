import type { DoorNeed } from '#shared/door.ts'
import type { StoredCard } from '../store/cards/cards.ts'
import type { ChatProfile, StoredChat } from '../store/rows/chat-rows.ts'
import type { StoredCosigning } from '../store/rows/cosigning-rows.ts'
import type { StoredRequest } from '../store/rows/request-rows.ts'
import type { StoredUser, StoredWallet } from '../store/database/stored.ts'

/** `unknown`: Telegram did not answer, or does not show this bot. */
export type Membership = 'yes' | 'no' | 'unknown'

/** Things that a member sends into a chat. */
export type Shareable =
  | { kind: 'request'; request: StoredRequest }
  | { kind: 'card'; card: StoredCard; wallet: StoredWallet }
  | { kind: 'cosigning'; cosigning: StoredCosigning }

/** The server's queries to Telegram about chats and people. Nothing here throws. */
export interface TelegramChats {
  /** By getChatAdministrators, which needs no rights; cached for 60 s. `no` where the bot is not in the chat. */
  isAdministrator(chat: Pick<StoredChat, 'telegramId'>, telegramId: string): Promise<Membership>
  /** By getChatMember; cached for 3 s. */
  isMember(chat: Pick<StoredChat, 'telegramId'>, telegramId: string): Promise<Membership>
  /** A group that the bot is in; `no` for any other chat. */
  describe(telegramId: string): Promise<ChatProfile | 'no' | 'unknown'>
  /** What the bot lacks for the door of a chat; null where Telegram does not say. Cached for 3 s. */
  findMissing(chat: Pick<StoredChat, 'telegramId'>): Promise<readonly DoorNeed[] | null>
  /** By savePreparedInlineMessage; null when Telegram refuses or does not answer. */
  prepareMessage(member: StoredUser, shareable: Shareable): Promise<string | null>
}
