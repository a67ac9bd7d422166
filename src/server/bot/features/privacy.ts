import { Composer } from 'grammy'
import type { BotContext, FeatureDeps } from '../bot-context.ts'
import { legalKeyboard } from '../keyboards.ts'
import { HTML_MESSAGE } from '../markup.ts'

/** `/privacy`: the stored data, how long it is stored, how to delete it (Telegram's terms for bot developers, §4). */
export function privacyFeature(deps: FeatureDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.command('privacy', async (ctx) => {
    await ctx.reply(ctx.messages.texts.privacy(deps), {
      ...HTML_MESSAGE,
      reply_markup: legalKeyboard(deps.publicUrl, ctx.language),
    })
  })

  return composer
}
