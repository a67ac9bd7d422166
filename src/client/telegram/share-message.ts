import type { TelegramClient } from './client.ts'
import { findAnswerOrPress, type EventAnswer } from './find-answer.ts'
import type { Tap } from './tap.ts'
import type { ShareOutcome, Telegram } from './telegram.ts'

/** How long a member may search for the right chat, in milliseconds. */
const CHOICE_TIMEOUT_MS = 5 * 60_000

/** Clients' error codes for a message that was not sent: core.telegram.org/bots/webapps, `shareMessageFailed`. */
const OUTCOMES = new Map<unknown, ShareOutcome>([
  ['USER_DECLINED', 'declined'],
  // Telegram for macOS reports no error when the member closes its sheet.
  [undefined, 'declined'],
  [null, 'declined'],
  ['UNSUPPORTED', 'unsupported'],
  // The message no longer exists: another way of sharing works better.
  ['MESSAGE_EXPIRED', 'unsupported'],
])

/**
 * Sends a message that the server has prepared into a chat that the member chooses, since version 8.0. Some clients do
 * not report an expired message: where nothing was shown, the next press on the page ends the wait, and otherwise the
 * timeout does.
 */
export function createShareMessage(client: TelegramClient, tap: Tap): Telegram['shareMessage'] {
  return async (preparedId) => {
    if (!client.can('web_app_send_prepared_message')) return 'unsupported'
    tap.use()
    const answer = await findAnswerOrPress(client, {
      events: ['prepared_message_sent', 'prepared_message_failed'],
      ask: () => client.post('web_app_send_prepared_message', { id: preparedId }),
      timeout: CHOICE_TIMEOUT_MS,
    })
    return answer === 'unseen' || answer === null ? 'unsupported' : getOutcome(answer)
  }
}

function getOutcome({ event, data }: EventAnswer): ShareOutcome {
  if (event === 'prepared_message_sent') return 'sent'
  const { error } = data
  // Telegram Web K reports an expired message with a number.
  if (typeof error === 'number') return 'unsupported'
  return OUTCOMES.get(error) ?? 'failed'
}
