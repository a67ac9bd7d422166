import { answerOf, type Answer } from './answer-of.ts'
import type { Client } from './client.ts'
import { pressOnPage } from './press-on-page.ts'
import type { ShareOutcome, Telegram } from './telegram.ts'

/** How long a member may look for the right chat, in milliseconds. */
const CHOICE_PATIENCE_MS = 5 * 60_000

/** What clients say of a message that was not sent: core.telegram.org/bots/webapps, `shareMessageFailed`. */
const OUTCOMES = new Map<unknown, ShareOutcome>([
  ['USER_DECLINED', 'declined'],
  ['UNSUPPORTED', 'unsupported'],
  // No such message any more: whatever else leads to the chat does better.
  ['MESSAGE_EXPIRED', 'unsupported'],
])

/**
 * Sends a message that the server has prepared into a chat of the member's choice, since version 8.0. A client that has
 * shown nothing is given up with the next press on the page.
 */
export function createShareMessage(client: Client): Telegram['shareMessage'] {
  return async (preparedId) => {
    if (!client.can('web_app_send_prepared_message')) return 'unsupported'
    const press = pressOnPage(client)
    const answered = answerOf(client, {
      events: ['prepared_message_sent', 'prepared_message_failed'],
      ask: () => client.post('web_app_send_prepared_message', { id: preparedId }),
      patience: CHOICE_PATIENCE_MS,
    })
    const answer = await Promise.race([answered, press.seen])
    press.stop()
    return answer === 'unseen' || answer === null ? 'failed' : outcomeOf(answer)
  }
}

function outcomeOf({ event, data }: Answer): ShareOutcome {
  if (event === 'prepared_message_sent') return 'sent'
  return OUTCOMES.get(data['error']) ?? 'failed'
}
