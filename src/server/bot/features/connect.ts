import { Composer } from 'grammy'
import { type BotContext, type FeatureDeps, GROUPS } from '../bot-context.ts'
import { HTML_MESSAGE } from '../markup.ts'
import { connectKeyboard, directKeyboard } from '../keyboards.ts'
import { isAnonymous } from '../is-for-us.ts'
import { askInGroup } from './ask-in-group.ts'

/**
 * `/connect`: in private the button that opens the app, in a group a request for its members. `/start` in a group, and
 * `/connect` of an anonymous administrator: an introduction, with a kind of button that groups allow.
 */
export function connectFeature(deps: FeatureDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.chatType('private').command('connect', async (ctx) => {
    await ctx.reply(ctx.messages.texts.connect(), {
      ...HTML_MESSAGE,
      reply_markup: connectKeyboard(deps.publicUrl, ctx.language),
    })
  })

  composer.chatType(GROUPS).command('connect', async (ctx) => {
    await (isAnonymous(ctx.message) ? introduce(ctx, deps) : askInGroup(ctx, deps))
  })

  composer.chatType(GROUPS).command('start', (ctx) => introduce(ctx, deps))

  return composer
}

async function introduce(ctx: BotContext, deps: FeatureDeps): Promise<void> {
  await ctx.reply(ctx.messages.texts.connectInGroup(deps), {
    ...HTML_MESSAGE,
    reply_markup: directKeyboard(deps.link, ctx.language),
  })
}
