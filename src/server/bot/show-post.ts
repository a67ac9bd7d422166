import { type Api, GrammyError, HttpError, type InlineKeyboard } from 'grammy'
import type { PostOutcome, PostRefusal, ShowPost } from '#server/notifications/post-notifier.ts'
import { errorCode } from '#server/log/error-code.ts'
import type { DuePost } from '#server/store/requests/posts.ts'
import { describeError, isUnchanged } from './telegram-problem.ts'
import { HTML_MESSAGE } from './markup.ts'
import { type PostContext, renderPost } from './render-post.ts'

/** Telegram answered but will never do it: the chat, the topic or the message is gone, or closed to the bot. */
const REFUSED = new Set([400, 403])
/** No server was reached, so nothing was written. */
const UNREACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** Sends and edits posts about requests. Never rejects: a failure is one of the outcomes. */
export function createShowPost({ api, ...context }: PostContext & { api: Api }): ShowPost {
  return async (post) => {
    const { text, keyboard } = renderPost(post, context)
    const message = { ...HTML_MESSAGE, ...(keyboard === null ? {} : { reply_markup: keyboard }) }
    try {
      return await write(post, { api, text, message })
    } catch (error) {
      return getOutcomeAfter(error, post)
    }
  }
}

type WrittenPost = {
  api: Api
  text: string
  message: typeof HTML_MESSAGE & { reply_markup?: InlineKeyboard }
}

async function write(
  { location }: DuePost,
  { api, text, message }: WrittenPost,
): Promise<PostOutcome> {
  switch (location.kind) {
    case 'unsent': {
      const topic = location.threadId === null ? {} : { message_thread_id: location.threadId }
      const { telegramId } = location.chat
      const { message_id } = await api.sendMessage(telegramId, text, { ...message, ...topic })
      return { outcome: 'shown', messageId: message_id }
    }
    case 'chat':
      await api.editMessageText(location.chat.telegramId, location.messageId, text, message)
      return { outcome: 'shown' }
    case 'inline':
      await api.editMessageTextInline(location.inlineMessageId, text, message)
      return { outcome: 'shown' }
  }
}

function getOutcomeAfter(error: unknown, { location }: DuePost): PostOutcome {
  const { code } = describeError(error)
  if (error instanceof GrammyError) return getOutcomeAfterAnswer(error, code)
  const isUnreached = error instanceof HttpError && UNREACHED.has(errorCode(error.error) ?? '')
  if (location.kind === 'unsent' && !isUnreached) return { outcome: 'uncertain', code }
  return { outcome: 'failed', code, retryAfterMs: null }
}

function getOutcomeAfterAnswer(error: GrammyError, code: string): PostOutcome {
  const { migrate_to_chat_id: movedTo, retry_after: retryAfterS } = error.parameters
  if (movedTo !== undefined) return { outcome: 'moved', to: String(movedTo) }
  if (isUnchanged(error)) return { outcome: 'shown' }
  if (REFUSED.has(error.error_code)) return { outcome: 'gone', code, reason: getReason(error) }
  const retryAfterMs = retryAfterS === undefined ? null : retryAfterS * 1_000
  return { outcome: 'failed', code, retryAfterMs }
}

/** In Telegram's descriptions. */
const REASONS: readonly [PostRefusal, RegExp][] = [
  ['topicClosed', /TOPIC_CLOSED/],
  ['topicGone', /message thread not found|TOPIC_(?:DELETED|ID_INVALID)/],
  ['rights', /not enough rights|have no rights|CHAT_\w+_FORBIDDEN/],
  ['outside', /bot was kicked|not a member|chat not found/],
]

function getReason({ description }: GrammyError): PostRefusal {
  const [reason] = REASONS.find(([, words]) => words.test(description)) ?? []
  return reason ?? 'other'
}
