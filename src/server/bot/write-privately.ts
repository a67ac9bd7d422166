import { GrammyError, type InlineKeyboard } from 'grammy'
import type { Store } from '#server/store/store.ts'
import type { BotContext } from './bot-context.ts'
import { isForbidden } from './is-forbidden.ts'
import { HTML_MESSAGE } from './markup.ts'

const BAD_REQUEST = 400

/**
 * Writes to the sender of the update, in their own chat with the bot. A sender who has not let the bot write gets no
 * message, because it must not appear in the group.
 */
export async function writePrivately(
  { api, from }: BotContext,
  { text, keyboard }: { text: string; keyboard: InlineKeyboard },
  store: Pick<Store, 'findUserByTelegramId' | 'setMayMessage'>,
): Promise<void> {
  if (from === undefined) return
  try {
    await api.sendMessage(from.id, text, { ...HTML_MESSAGE, reply_markup: keyboard })
  } catch (error) {
    if (!isUnreachable(error)) throw error
    const member = await store.findUserByTelegramId(String(from.id))
    if (member !== undefined && isForbidden(error)) await store.setMayMessage(member.id, false)
  }
}

/** Blocked, never started, or a chat that Telegram does not find yet. */
function isUnreachable(error: unknown): boolean {
  return isForbidden(error) || (error instanceof GrammyError && error.error_code === BAD_REQUEST)
}
