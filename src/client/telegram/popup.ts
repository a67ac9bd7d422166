import { findAnswer, MEMBER_TIMEOUT_MS, type EventAnswer } from './find-answer.ts'
import type { TelegramClient } from './client.ts'
import { pressOnPage } from './press-on-page.ts'
import type { AskUser, ConfirmDialog } from './telegram.ts'

/** Limits of Telegram's popup, in characters. */
const TITLE_LENGTH = 64
const MESSAGE_LENGTH = 256
const CONFIRM = 'confirm'

/**
 * Telegram's popup since version 6.2, one at a time; the page's own dialog where the client does not show it.
 */
export function createPopup(client: TelegramClient, askOnPage: AskUser): AskUser {
  let isOpen = false

  return async (question) => {
    if (isOpen) return false
    isOpen = true
    const press = pressOnPage(client)
    const closed = findAnswer(client, {
      events: ['popup_closed'],
      ask: () => client.post('web_app_open_popup', getPopup(question)),
      timeout: MEMBER_TIMEOUT_MS,
    })
    const answer = await Promise.race([closed, press.seen])
    press.stop()
    isOpen = false
    if (answer === 'unseen' || isRefusal(answer)) return askOnPage(question)
    return answer?.data['button_id'] === CONFIRM
  }
}

/** Telegram Web A shows no fourth popup in a row for two seconds, and reports immediately that it was closed. */
function isRefusal(answer: EventAnswer | null): boolean {
  return answer !== null && answer.isInstant && answer.data['button_id'] === undefined
}

function getPopup({ title, message, confirm, cancel, destructive }: ConfirmDialog) {
  const type: 'destructive' | 'default' = destructive ? 'destructive' : 'default'
  return {
    title: title.slice(0, TITLE_LENGTH),
    message: message.slice(0, MESSAGE_LENGTH),
    buttons: [
      { id: CONFIRM, type, text: confirm },
      { id: 'cancel', type: 'default' as const, text: cancel },
    ],
  }
}
