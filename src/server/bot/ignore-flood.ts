import type { MiddlewareFn } from 'grammy'
import type { Rate } from '#server/store/database/rate-limits.ts'
import type { Store } from '#server/store/store.ts'
import type { EpochMs } from '#server/store/database/stored.ts'
import type { BotContext } from './bot-context.ts'
import { isAnonymous } from './is-for-us.ts'

/** How often one person may use commands in groups: each may put a message of ours where others have to read it. */
const COMMAND_RATE: Rate = { perSecond: 0.2, burst: 10 }

/**
 * Ignores commands in groups beyond the sender's rate. The count is per sender, so that no member can silence the bot
 * for others; anonymous senders count as the group.
 */
export function ignoreFlood({
  store,
  now,
}: {
  store: Pick<Store, 'consume'>
  now: () => EpochMs
}): MiddlewareFn<BotContext> {
  return async ({ message, chat }, next) => {
    if (message === undefined || chat?.type === 'private') return next()
    const { id } = isAnonymous(message) ? message.chat : (message.from ?? message.chat)
    const limit = await store.consume(`commands:${id}`, COMMAND_RATE, now())
    return limit.taken ? next() : undefined
  }
}
