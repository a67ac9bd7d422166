import { Composer } from 'grammy'
import { WALLETS_PER_USER } from '#shared/limits.ts'
import type { BotContext, FeatureDeps, PressDeps } from '../bot-context.ts'
import { parsePress, type ButtonPress } from '../callback-data.ts'
import { HTML_MESSAGE } from '../markup.ts'
import { answerDelete } from './delete.ts'
import { shortAddress } from '../describe-wallet.ts'
import { isTooLate, isUnchanged, unless } from '../telegram-problem.ts'

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
      return answer(ctx, notices.unknownButton)
    }
    if (ctx.chat?.type !== 'private' || ctx.chat.id !== ctx.from.id) {
      return answer(ctx, notices.notYourButton)
    }
    const member = await deps.store.findUserByTelegramId(String(ctx.from.id))
    const text =
      member === undefined
        ? texts.nothingStored()
        : await answerPress(press, { ...deps, member, texts })
    await Promise.all([answer(ctx), unless(isUnchanged, ctx.editMessageText(text, HTML_MESSAGE))])
  })

  return composer
}

/** Ends the wait that the client shows. @param alert for the member to confirm */
function answer(ctx: BotContext, alert?: string): Promise<void> {
  const shown = alert === undefined ? {} : { text: alert, show_alert: true }
  return unless(isTooLate, ctx.answerCallbackQuery(shown))
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

/** The holder's answer to "another account proved this wallet". Further presses show what the first one did. */
async function answerConsent(
  { attemptId, answer }: Extract<ButtonPress, { type: 'consent' }>,
  { store, now, onEvent, member, texts }: PressDeps,
): Promise<string> {
  const outcome = await store.answerConsent(
    { attemptId, holderId: member.id, answer, walletLimit: WALLETS_PER_USER },
    now(),
  )
  onEvent()
  switch (outcome) {
    case 'moved':
      return texts.consentMoved()
    case 'kept':
      return texts.consentKept()
    case 'not-found':
      return texts.consentClosed()
    case 'wallet-limit':
      return texts.consentWalletLimit()
  }
}

/** "Not me: unlink" under a receipt. The store unlinks only what belongs to the member who tapped. */
async function unlink(
  press: Extract<ButtonPress, { type: 'unlink' }>,
  { store, now, onEvent, member, texts }: PressDeps,
): Promise<string> {
  const wallet = await store.findWallet(press.walletId, member.id)
  if (wallet === undefined) return texts.notLinked()
  if (!(await store.unlinkWallet(wallet.id, member.id, now()))) return texts.notLinked()
  onEvent()
  return texts.unlinked({ wallet: shortAddress(wallet) })
}

/** "Take answer back" under a receipt. The store withdraws only an answer of the member who tapped. */
async function withdraw(
  { requestCode }: Extract<ButtonPress, { type: 'withdraw' }>,
  { store, now, onEvent, member, texts }: PressDeps,
): Promise<string> {
  const isWithdrawn = await store.withdrawAnswer({ code: requestCode, userId: member.id }, now())
  if (!isWithdrawn) return texts.nothingToWithdraw()
  onEvent()
  return texts.answerWithdrawn()
}
