import { type Composer, InlineKeyboard } from 'grammy'
import { botLink } from '#shared/links.ts'
import { type BotContext, type FeatureDeps, GROUPS } from '../bot-context.ts'
import { reply } from '../reply.ts'
import { usualKeyboard } from '../keyboards.ts'

/** Commands with a personal answer: in a group the bot only points to the private chat. */
const PRIVATE_MATTERS = ['wallets', 'delete', 'help']

/** `/help`, and the answer to any other text in private. */
export function addHelp(bot: Composer<BotContext>, deps: FeatureDeps): void {
  bot.chatType('private').on('message:text', async (ctx) => {
    const member = await deps.store.findUserByTelegramId(String(ctx.from.id))
    const inlineName = deps.offersInline ? deps.link.username : null
    await reply(
      ctx,
      ctx.messages.texts.help({ ...deps, inlineName }),
      await usualKeyboard(deps, member, ctx.language),
    )
  })

  bot.chatType(GROUPS).command(PRIVATE_MATTERS, async (ctx) => {
    const { texts, buttons } = ctx.messages
    const toChat = new InlineKeyboard().url(buttons.openChat, botLink(deps.link))
    await reply(ctx, texts.onlyInPrivate, toChat)
  })
}
