import { answerOf } from './answer-of.ts'
import { askInBrowser } from './ask-in-browser.ts'
import type { Client } from './client.ts'
import type { Question } from './telegram.ts'

/** Limits of Telegram's popup, in characters. */
const TITLE_LENGTH = 64
const MESSAGE_LENGTH = 256
const CONFIRM = 'confirm'

/** Telegram's popup, one at a time; the browser's dialog on clients before version 6.2. */
export function createPopup({ can, post }: Client): (question: Question) => Promise<boolean> {
  if (!can('web_app_open_popup')) return askInBrowser
  let open = false
  return async (question) => {
    if (open) return false
    open = true
    const closed = await answerOf('popup_closed', () =>
      post('web_app_open_popup', popupOf(question)),
    )
    open = false
    return closed?.button_id === CONFIRM
  }
}

function popupOf({ title, message, confirm, cancel, destructive }: Question) {
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
