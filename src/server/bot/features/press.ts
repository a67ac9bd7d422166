import { Composer } from 'grammy'
import type { BotContext, FeatureDeps, PressDeps } from '../bot-context.ts'
import { parsePress, type ButtonPress } from '../callback-data.ts'
import { HTML_MESSAGE } from '../markup.ts'
import { answerConsent } from './consent.ts'
import { answerDelete } from './delete.ts'
import { unlink } from './unlink.ts'
import { withdraw } from './withdraw.ts'

/**
 * Taps on buttons of the bot. A member can forge callback data, so it only ever names things of the same account, and
 * only a message in the account's own chat counts.
 */
export function pressFeature(deps: FeatureDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.on('callback_query', async (ctx) => {
    const { notices, texts } = ctx.messages
    const press = parsePress(ctx.callbackQuery.data)
    if (press === undefined) {
      await ctx.answerCallbackQuery({ text: notices.unknownButton, show_alert: true })
      return
    }
    if (ctx.chat?.type !== 'private' || ctx.chat.id !== ctx.from.id) {
      await ctx.answerCallbackQuery({ text: notices.notYourButton, show_alert: true })
      return
    }
    const member = await deps.store.findUserByTelegramId(String(ctx.from.id))
    const text =
      member === undefined
        ? texts.nothingStored()
        : await answerPress(press, { ...deps, member, texts })
    // The two calls run in parallel: Telegram refuses to answer an old tap, but the new text still shows the result.
    await Promise.all([ctx.answerCallbackQuery(), ctx.editMessageText(text, HTML_MESSAGE)])
  })

  return composer
}

/** Does the requested action. The resulting text replaces the message and its buttons. */
function answerPress(press: ButtonPress, deps: PressDeps): Promise<string> {
  switch (press.type) {
    case 'unlink':
      return unlink(press, deps)
    case 'consent':
      return answerConsent(press, deps)
    case 'withdraw':
      return withdraw(press, deps)
    case 'delete':
      return answerDelete(press, deps)
  }
}
