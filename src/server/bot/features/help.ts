import { Composer } from 'grammy'
import { type BotContext, type FeatureDeps, GROUPS } from '../bot-context.ts'
import { HTML_MESSAGE } from '../markup.ts'
import { privateChatKeyboard, usualKeyboard } from '../keyboards.ts'

/** Commands with a personal answer: in a group the bot only points to the private chat. */
const PRIVATE_MATTERS = ['wallets', 'delete', 'help']

/** `/help`, and the answer to any other text in private. */
export function helpFeature(deps: FeatureDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.chatType('private').on('message:text', async (ctx) => {
    const member = await deps.store.findUserByTelegramId(String(ctx.from.id))
    const inlineName = deps.offersInline ? deps.link.username : null
    await ctx.reply(ctx.messages.texts.help({ ...deps, inlineName }), {
      ...HTML_MESSAGE,
      reply_markup: await usualKeyboard(deps, member, ctx.language),
    })
  })

  composer.chatType(GROUPS).command(PRIVATE_MATTERS, async (ctx) => {
    await ctx.reply(ctx.messages.texts.onlyInPrivate(), {
      ...HTML_MESSAGE,
      reply_markup: privateChatKeyboard(deps.link, ctx.language),
    })
  })

  return composer
}
