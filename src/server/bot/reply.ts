import type { InlineKeyboard } from 'grammy'
import type { BotContext } from './bot-context.ts'
import { HTML_MESSAGE } from './markup.ts'

/** Answers an update in its chat. */
export async function reply(
  ctx: BotContext,
  text: string,
  keyboard?: InlineKeyboard,
): Promise<void> {
  await ctx.reply(text, { ...HTML_MESSAGE, ...(keyboard && { reply_markup: keyboard }) })
}
