import { Composer } from 'grammy'
import { type BotContext, type FeatureDeps, GROUPS } from '../bot-context.ts'
import { HTML_MESSAGE } from '../markup.ts'
import { connectKeyboard, directKeyboard } from '../keyboards.ts'

/** `/connect`, and `/start` in groups: the button that opens the app, of the kind that the chat admits. */
export function connectFeature(deps: FeatureDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.chatType('private').command('connect', async (ctx) => {
    await ctx.reply(ctx.messages.texts.connect(), {
      ...HTML_MESSAGE,
      reply_markup: connectKeyboard(deps.publicUrl, ctx.language),
    })
  })

  composer.chatType(GROUPS).command(['connect', 'start'], async (ctx) => {
    await ctx.reply(ctx.messages.texts.connectInGroup(deps), {
      ...HTML_MESSAGE,
      reply_markup: directKeyboard(deps.link, ctx.language),
    })
  })

  return composer
}
