import { request } from '@telegram-apps/sdk-react'
import { askInBrowser } from './ask-in-browser.ts'
import { can, type Client } from './client.ts'
import type { Question } from './telegram.ts'

/** How long a question stays open for the member; a client that never answers means no. */
const ANSWER_TIMEOUT_MS = 60_000
/** Limits of Telegram's popup, in characters. */
const TITLE_LENGTH = 64
const MESSAGE_LENGTH = 256
const CONFIRM = 'confirm'

/** Telegram's popup, one at a time; the browser's dialog on clients before version 6.2. */
export function createPopup(client: Client): (question: Question) => Promise<boolean> {
  if (!can(client, 'web_app_open_popup')) return askInBrowser
  let open = false
  return async (question) => {
    if (open) return false
    open = true
    const answer = await show(question)
    open = false
    return answer === CONFIRM
  }
}

/** The pressed button; undefined for a popup that was closed otherwise, or never. */
async function show(question: Question): Promise<string | undefined> {
  const { title, message, confirm, cancel, destructive } = question
  try {
    const closed = await request('web_app_open_popup', 'popup_closed', {
      timeout: ANSWER_TIMEOUT_MS,
      params: {
        title: title.slice(0, TITLE_LENGTH),
        message: message.slice(0, MESSAGE_LENGTH),
        buttons: [
          { id: CONFIRM, type: destructive ? 'destructive' : 'default', text: confirm },
          { id: 'cancel', type: 'default', text: cancel },
        ],
      },
    })
    return closed.button_id
  } catch {
    return undefined
  }
}
