import { Composer, InlineKeyboard } from 'grammy'
import type { BotContext, FeatureDeps, PressAnswer, PressDeps } from '../bot-context.ts'
import { encodePress, type ButtonPress } from '../callback-data.ts'
import { HTML_MESSAGE } from '../markup.ts'

/** How long the confirmation question can be answered, in milliseconds. */
const QUESTION_TTL_MS = 10 * 60_000

/** `/delete`: asks for confirmation before all data of the member is deleted. */
export function deleteFeature(deps: FeatureDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.chatType('private').command('delete', async (ctx) => {
    const { buttons, texts } = ctx.messages
    const member = await deps.store.findUserByTelegramId(String(ctx.from.id))
    if (member === undefined) {
      await ctx.reply(texts.nothingStored(), HTML_MESSAGE)
      return
    }
    const askedAt = deps.now()
    const keyboard = new InlineKeyboard()
      .text(buttons.deleteAll, encodePress({ type: 'delete', answer: 'yes', askedAt }))
      .danger()
      .row()
      .text(buttons.deleteNothing, encodePress({ type: 'delete', answer: 'no', askedAt }))
    await ctx.reply(texts.deleteQuestion(), { ...HTML_MESSAGE, reply_markup: keyboard })
  })

  return composer
}

/** The answer to the confirmation question. */
export async function answerDelete(
  press: Extract<ButtonPress, { type: 'delete' }>,
  { deleteMember, now, member, messages: { texts } }: PressDeps,
): Promise<PressAnswer> {
  if (press.answer === 'no') return { text: texts.deleteDeclined() }
  const ageMs = now() - press.askedAt
  if (ageMs < 0 || ageMs > QUESTION_TTL_MS) return { text: texts.deleteExpired() }
  await deleteMember(member)
  return { text: texts.deleteDone() }
}
