import type { Composer } from 'grammy'
import type { BotContext, FeatureDeps } from '../bot-context.ts'
import { legalKeyboard } from '../keyboards.ts'
import { reply } from '../reply.ts'

/** `/privacy`: the stored data, how long it is stored, how to delete it (Telegram's terms for bot developers, §4). */
export function addPrivacy(bot: Composer<BotContext>, deps: FeatureDeps): void {
  bot.command('privacy', async (ctx) => {
    await reply(ctx, ctx.messages.texts.privacy(deps), legalKeyboard(deps.publicUrl, ctx.language))
  })
}
