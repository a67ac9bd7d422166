import { type Api, GrammyError } from 'grammy'
import type { ReceiptOutcome, SendReceipt } from '#server/notifications/receipt-notifier.ts'
import { describeError, isForbidden } from './telegram-problem.ts'
import { HTML_MESSAGE } from './markup.ts'
import { type ReceiptContext, renderReceipt } from './render-receipt.ts'

const BAD_REQUEST = 400

/** Sends receipts to the private chats of members. Never rejects: a failure is one of the outcomes. */
export function createSendReceipt({ api, ...place }: ReceiptContext & { api: Api }): SendReceipt {
  return async (recipient, subject) => {
    const { text, keyboard } = renderReceipt(recipient, subject, place)
    try {
      await api.sendMessage(recipient.telegramId, text, {
        ...HTML_MESSAGE,
        ...(keyboard === null ? {} : { reply_markup: keyboard }),
      })
      return { outcome: 'delivered' }
    } catch (error) {
      return getOutcomeAfter(error)
    }
  }
}

/** The outcome of a message that Telegram did not take. */
export function getOutcomeAfter(error: unknown): Exclude<ReceiptOutcome, { outcome: 'delivered' }> {
  const { code } = describeError(error)
  if (isForbidden(error)) return { outcome: 'forbidden' }
  if (!(error instanceof GrammyError)) return { outcome: 'failed', code, retryAfterMs: null }
  if (error.error_code === BAD_REQUEST) return { outcome: 'refused', code }
  const retryAfterS = error.parameters.retry_after
  return {
    outcome: 'failed',
    code,
    retryAfterMs: retryAfterS === undefined ? null : retryAfterS * 1_000,
  }
}
