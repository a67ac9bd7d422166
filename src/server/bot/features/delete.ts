import { type Composer, InlineKeyboard } from 'grammy'
import type { BotContext, FeatureDeps, PressAnswer, PressDeps } from '../bot-context.ts'
import { encodePress, type ButtonPress } from '../callback-data.ts'
import { reply } from '../reply.ts'

/** How long the confirmation question can be answered, in milliseconds. */
const QUESTION_TTL_MS = 10 * 60_000

/** `/delete`: asks for confirmation before all data of the member is deleted. */
export function addDelete(bot: Composer<BotContext>, deps: FeatureDeps): void {
  bot.chatType('private').command('delete', async (ctx) => {
    const { buttons, texts } = ctx.messages
    const member = await deps.store.findUserByTelegramId(String(ctx.from.id))
    if (member === undefined) {
      await reply(ctx, texts.nothingStored)
      return
    }
    const askedAt = deps.now()
    const keyboard = new InlineKeyboard()
      .text(buttons.deleteAll, encodePress({ type: 'delete', answer: 'yes', askedAt }))
      .danger()
      .row()
      .text(buttons.deleteNothing, encodePress({ type: 'delete', answer: 'no', askedAt }))
    await reply(ctx, texts.deleteQuestion, keyboard)
  })
}

/** The answer to the confirmation question. */
export async function answerDelete(
  press: Extract<ButtonPress, { type: 'delete' }>,
  { deleteMember, now, member, messages: { texts } }: PressDeps,
): Promise<PressAnswer> {
  if (press.answer === 'no') return { text: texts.deleteDeclined }
  const ageMs = now() - press.askedAt
  if (ageMs < 0 || ageMs > QUESTION_TTL_MS) return { text: texts.deleteExpired }
  await deleteMember(member)
  return { text: texts.deleteDone }
}
