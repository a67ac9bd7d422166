import { canRequestAnywhere, canRequestIn } from '../requests/can-request.ts'
import type { StoredChat } from '../store/rows/chat-rows.ts'
import type { StoredUser } from '../store/database/stored.ts'
import type { HttpDeps } from './http-deps.ts'
import { refuseFor } from './refuse-for.ts'
import { refuse, type Refusal } from './route.ts'

type Deps = Pick<HttpDeps, 'store' | 'chats' | 'findAdmins' | 'requests' | 'chatsPolicy'>

/**
 * Refuses members who may not make requests there.
 *
 * @param chat the chat that the request is for; null for none
 */
export async function requireRequester(
  { telegramId }: Pick<StoredUser, 'telegramId'>,
  chat: StoredChat | null,
  deps: Deps,
): Promise<Refusal | undefined> {
  if (chat === null)
    return (await canRequestAnywhere(telegramId, deps)) ? undefined : refuse('request-not-allowed')
  if (chat.leftAt !== null) return refuse('chat-gone')
  switch (await canRequestIn(chat, telegramId, deps)) {
    case 'yes':
      return undefined
    case 'unknown':
      return refuseFor('membership-unknown')
    case 'no':
      return refuse((await isBotIn(chat, deps)) ? 'request-not-allowed' : 'chat-gone')
  }
}

/** The bot may have been removed without a notification. */
async function isBotIn({ telegramId }: StoredChat, { chats }: Deps): Promise<boolean> {
  return (await chats.describe(telegramId)) !== 'no'
}
