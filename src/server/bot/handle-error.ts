import { type BotError, GrammyError } from 'grammy'
import type { Log } from '#server/log/log.ts'
import type { Store } from '#server/store/store.ts'
import type { BotContext } from './bot-context.ts'
import { describeError, isForbidden } from './telegram-problem.ts'
import { HTML_MESSAGE } from './markup.ts'

const TOO_MANY_REQUESTS = 429

type ErrorDeps = { store: Store; log: Log }

/**
 * Handles the failure of a feature: writes a log line that holds only the update's id, and a sentence to the member who
 * waits for an answer. The bot stays silent in groups, and wherever Telegram requires a pause too long for an answer.
 * Never throws.
 */
export function createErrorHandler(
  deps: ErrorDeps,
): (failure: BotError<BotContext>) => Promise<void> {
  return async ({ error, ctx }) => {
    const updateId = ctx.update.update_id
    deps.log.error({ updateId, ...describeError(error) }, 'bot: update failed')
    try {
      if (isForbidden(error)) await forgetChat(ctx, deps.store)
      else if (!isRateLimited(error)) await apologise(ctx)
    } catch (followUp) {
      deps.log.warn({ updateId, ...describeError(followUp) }, 'bot: no answer after a failure')
    }
  }
}

/** Telegram has refused the call, either again after the required pause, or with a pause that is too long to wait. */
function isRateLimited(error: unknown): boolean {
  return error instanceof GrammyError && error.error_code === TOO_MANY_REQUESTS
}

async function forgetChat(ctx: BotContext, store: Store): Promise<void> {
  if (ctx.chat?.type !== 'private') return
  const member = await store.findUserByTelegramId(String(ctx.chat.id))
  if (member !== undefined) await store.setMayMessage(member.id, false)
}

async function apologise(ctx: BotContext): Promise<void> {
  const text = ctx.messages.notices.failed
  if (ctx.callbackQuery !== undefined) {
    await ctx.answerCallbackQuery({ text, show_alert: true })
    return
  }
  if (ctx.chat?.type === 'private' && ctx.message?.text !== undefined) {
    await ctx.reply(text, HTML_MESSAGE)
  }
}
