import { type Api, GrammyError } from 'grammy'
import { getCodePath } from '#shared/code-path.ts'
import type { JoinAnswer, TellJoins, TellOutcome } from '#server/notifications/joins.ts'
import type { DueJoin } from '#server/store/doors/join-telling.ts'
import { joinCode } from '#shared/start-param.ts'
import { waitingKeyboard } from './keyboards.ts'
import { HTML_MESSAGE } from './markup.ts'
import { messagesIn } from './messages/messages-in.ts'
import { describeError, isForbidden, isTelegramAway } from './telegram-problem.ts'

const BAD_REQUEST = 400
/** Error 400: the person is in the chat already. */
const IS_IN = 'USER_ALREADY_PARTICIPANT'
/** Parts of error 400 where the bot has lost a right, or never had it. */
const NO_RIGHT = ['rights', 'ADMIN_REQUIRED', 'CREATOR_REQUIRED', 'chat not found']

/** Tells Telegram about requests to join. A query is answered as such; a request that waits, in the chat's list. */
export function createTellJoins({
  api,
  publicUrl,
}: {
  /** With a short timeout: Telegram gives a query ten seconds. */
  api: Api
  publicUrl: string
}): TellJoins {
  return {
    show: (join) => attempt(join.queryId === null ? write(join) : openApp(join.queryId, join)),
    answer(join, answer) {
      if (join.queryId === null && answer === 'queue') return Promise.resolve(DONE)
      if (join.queryId === null || join.told === 'queue') return attempt(inList(join, answer))
      return attempt(api.answerChatJoinRequestQuery(join.queryId, answer))
    },
    setTag: ({ chat, user }, tag) =>
      attempt(api.setChatMemberTag(chat.telegramId, Number(user.telegramId), tag ?? '')),
  }

  function openApp(queryId: string, { id, user }: DueJoin): Promise<unknown> {
    const url = `${publicUrl}${getCodePath(joinCode(id))}?lang=${user.language}`
    return api.sendChatJoinRequestWebApp(queryId, url)
  }

  /** Telegram lets the bot write to who asks for five minutes. */
  function write({ id, chat, user }: DueJoin): Promise<unknown> {
    const { texts, buttons } = messagesIn(user.language)
    const button = { text: buttons.showDoor, path: getCodePath(joinCode(id)) }
    return api.sendMessage(user.telegramId, texts.joinAsked(chat.title), {
      ...HTML_MESSAGE,
      reply_markup: waitingKeyboard(publicUrl, button, user.language),
    })
  }

  function inList({ chat, user }: DueJoin, answer: JoinAnswer): Promise<unknown> {
    const userId = Number(user.telegramId)
    switch (answer) {
      case 'approve':
        return api.approveChatJoinRequest(chat.telegramId, userId)
      case 'decline':
        return api.declineChatJoinRequest(chat.telegramId, userId)
      case 'queue':
        return Promise.resolve()
    }
  }
}

const DONE: TellOutcome = { outcome: 'done' }

async function attempt(call: Promise<unknown>): Promise<TellOutcome> {
  try {
    await call
    return DONE
  } catch (error) {
    return toOutcome(error)
  }
}

function toOutcome(error: unknown): TellOutcome {
  const failed = { outcome: 'failed', code: describeError(error).code } as const
  if (!(error instanceof GrammyError) || isTelegramAway(error))
    return { ...failed, retryAfterMs: null }
  const { description, parameters, error_code: code } = error
  // The chat has another id now, of which Telegram tells us in an update.
  if (parameters.retry_after !== undefined || parameters.migrate_to_chat_id !== undefined)
    return { ...failed, retryAfterMs: (parameters.retry_after ?? 1) * 1_000 }
  if (description.includes(IS_IN)) return DONE
  if (isForbidden(error) || NO_RIGHT.some((part) => description.includes(part)))
    return { outcome: 'not-allowed' }
  return code === BAD_REQUEST ? { outcome: 'closed' } : { ...failed, retryAfterMs: null }
}
