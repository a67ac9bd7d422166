import { requestState } from '../requests/request-state.ts'
import type { StoredRequest } from '../store/requests/request-rows.ts'
import type { StoredUser } from '../store/stored.ts'
import type { HttpDeps } from './http-deps.ts'
import { refuse, type Refusal } from './reply.ts'
import { TELEGRAM_RETRY_S } from './telegram-retry.ts'

/**
 * Refuses members who may not answer because they are not in the chat that the request is for. It queries Telegram
 * about the request's own chat, wherever the link was found, and guesses nothing when Telegram does not tell.
 */
export async function requireMembership(
  { telegramId }: Pick<StoredUser, 'telegramId'>,
  request: StoredRequest,
  { chats, now }: Pick<HttpDeps, 'chats' | 'now'>,
): Promise<Refusal | undefined> {
  const { chat, membersOnly } = request
  // The caller refuses an ended request, with another problem.
  const isOver = requestState({ request, answered: 0 }, now()) !== 'open'
  if (chat === null || !membersOnly || isOver) return undefined
  switch (await chats.isMember(chat, telegramId)) {
    case 'yes':
      return undefined
    case 'no':
      return refuse('members-only')
    case 'unknown':
      return refuse('membership-unknown', TELEGRAM_RETRY_S)
  }
}
