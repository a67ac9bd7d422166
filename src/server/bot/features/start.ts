import { Composer } from 'grammy'
import type { BotContext, FeatureDeps } from '../bot-context.ts'
import { HTML_MESSAGE } from '../markup.ts'
import { connectKeyboard } from '../keyboards.ts'
import { profileOf } from '../profile-of.ts'

/**
 * `/start`: what this is, what it never does, and the button. Whoever starts the bot lets it write.
 * The payload is not acted on: only a start_param that Telegram signed counts, and the app reads that.
 */
export function startFeature(deps: FeatureDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.chatType('private').command('start', async (ctx) => {
    await deps.store.saveUser(profileOf(ctx.from), deps.now())
    await ctx.reply(ctx.messages.texts.start(deps), {
      ...HTML_MESSAGE,
      reply_markup: connectKeyboard(deps.publicUrl, ctx.language),
    })
  })

  return composer
}
