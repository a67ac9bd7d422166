import type { Composer } from 'grammy'
import { WALLETS_PER_USER } from '#shared/limits.ts'
import type { BotContext, FeatureDeps, PressAnswer, PressDeps } from '../bot-context.ts'
import { parsePress, type ButtonPress } from '../callback-data.ts'
import { HTML_MESSAGE } from '../markup.ts'
import { answerDelete } from './delete.ts'
import { answerUnlink, askToUnlink, undoUnlink } from './unlink.ts'
import { isTooLate, isUnchanged, unless } from '../telegram-problem.ts'

/**
 * Taps on buttons of the bot. A member can forge callback data, so it only ever names things of the same account, and
 * only a message in the account's own chat counts.
 */
export function addPress(bot: Composer<BotContext>, deps: FeatureDeps): void {
  bot.on('callback_query', async (ctx) => {
    const { notices } = ctx.messages
    const press = parsePress(ctx.callbackQuery.data)
    if (press === undefined) {
      return answer(ctx, notices.unknownButton)
    }
    if (ctx.chat?.type !== 'private' || ctx.chat.id !== ctx.from.id) {
      return answer(ctx, notices.notYourButton)
    }
    const member = await deps.store.findUserByTelegramId(String(ctx.from.id))
    const { messages } = ctx
    const shown =
      member === undefined
        ? { text: messages.texts.nothingStored }
        : await answerPress(press, { ...deps, member, messages })
    await Promise.all([answer(ctx), show(ctx, press, shown)])
  })
}

/** Ends the wait that the client shows. @param alert for the member to confirm */
function answer(ctx: BotContext, alert?: string): Promise<void> {
  const shown = alert === undefined ? {} : { text: alert, show_alert: true }
  return unless(isTooLate, ctx.answerCallbackQuery(shown))
}

/** The result replaces the message and its buttons; a question comes below the receipt. */
async function show(
  ctx: BotContext,
  { type }: ButtonPress,
  { text, keyboard }: PressAnswer,
): Promise<void> {
  const options = { ...HTML_MESSAGE, ...(keyboard && { reply_markup: keyboard }) }
  await (type === 'unlink'
    ? ctx.reply(text, options)
    : unless(isUnchanged, ctx.editMessageText(text, options)))
}

/** Does the requested action. */
function answerPress(press: ButtonPress, deps: PressDeps): Promise<PressAnswer> {
  switch (press.type) {
    case 'unlink':
      return askToUnlink(press, deps)
    case 'unlink-answer':
      return answerUnlink(press, deps)
    case 'undo':
      return undoUnlink(press, deps)
    case 'consent':
      return answerConsent(press, deps)
    case 'withdraw':
      return withdraw(press, deps)
    case 'delete':
      return answerDelete(press, deps)
  }
}

/** The holder's answer to "another account proved this wallet". Further presses show what the first one did. */
async function answerConsent(
  { attemptId, answer }: Extract<ButtonPress, { type: 'consent' }>,
  { store, now, onEvent, member, messages: { texts } }: PressDeps,
): Promise<PressAnswer> {
  const outcome = await store.answerConsent(
    { attemptId, holderId: member.id, answer, walletLimit: WALLETS_PER_USER },
    now(),
  )
  onEvent()
  switch (outcome) {
    case 'moved':
      return { text: texts.consentMoved }
    case 'kept':
      return { text: texts.consentKept }
    case 'not-found':
      return { text: texts.consentClosed }
    case 'wallet-limit':
      return { text: texts.consentWalletLimit }
  }
}

/** "Take answer back" under a receipt. The store withdraws only an answer of the member who tapped. */
async function withdraw(
  { requestCode }: Extract<ButtonPress, { type: 'withdraw' }>,
  { store, now, onEvent, member, messages: { texts } }: PressDeps,
): Promise<PressAnswer> {
  const isWithdrawn = await store.withdrawAnswer({ code: requestCode, userId: member.id }, now())
  if (!isWithdrawn) return { text: texts.nothingToWithdraw }
  onEvent()
  return { text: texts.answerWithdrawn }
}
