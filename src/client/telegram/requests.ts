import type { ReadableAtom } from 'nanostores'
import type { TelegramClient } from './client.ts'
import { createShareMessage } from './share-message.ts'
import type { Tap } from './tap.ts'
import type { AskUser, Telegram, ConfirmDialog, WriteAccess } from './telegram.ts'
import {
  findAnswer,
  findAnswerOrPress,
  CLIENT_TIMEOUT_MS,
  MEMBER_TIMEOUT_MS,
  type EventAnswer,
} from './find-answer.ts'

/** Limits of Telegram's popup, in characters. */
const TITLE_LENGTH = 64
const MESSAGE_LENGTH = 256
const CONFIRM = 'confirm'
/** How long the popup may stay open, in milliseconds. Where a client shows none, the next press ends the wait. */
const POPUP_TIMEOUT_MS = 60 * 60_000

export type Requests = Pick<
  Telegram,
  'ask' | 'shareMessage' | 'requestWriteAccess' | 'canAddToHomeScreen' | 'addToHomeScreen'
>

type RequestMeans = {
  /** Asks in a dialog of the page. */
  askOnPage: AskUser
  tap: Tap
  isActive: ReadableAtom<boolean>
}

/** What the app requests from the client after the first screen. */
export function createRequests(
  client: TelegramClient,
  { askOnPage, tap, isActive }: RequestMeans,
): Requests {
  return {
    ask: createPopup(client, askOnPage),
    shareMessage: createShareMessage(client, tap),
    requestWriteAccess: createRequestWriteAccess(client, isActive),
    ...createHomeScreen(client),
  }
}

/**
 * The shortcut on the device's home screen, since version 8.0. Clients without it say so or, like Telegram Web K,
 * do not answer.
 */
function createHomeScreen(
  client: TelegramClient,
): Pick<Telegram, 'canAddToHomeScreen' | 'addToHomeScreen'> {
  const hasMethods = client.can('web_app_add_to_home_screen')

  async function canAddToHomeScreen(): Promise<boolean> {
    if (!hasMethods) return false
    const answer = await findAnswer(client, {
      events: ['home_screen_checked', 'home_screen_failed'],
      ask: () => client.post('web_app_check_home_screen'),
      timeout: CLIENT_TIMEOUT_MS,
    })
    const status = answer?.data['status']
    // Where the launcher does not report whether the shortcut exists, we can still offer it.
    return status === 'missed' || status === 'unknown'
  }

  async function addToHomeScreen(): Promise<boolean> {
    if (!hasMethods) return false
    const answer = await findAnswer(client, {
      events: ['home_screen_added', 'home_screen_failed'],
      ask: () => client.post('web_app_add_to_home_screen'),
      timeout: MEMBER_TIMEOUT_MS,
    })
    return answer?.event === 'home_screen_added'
  }

  return { canAddToHomeScreen, addToHomeScreen }
}

/**
 * Telegram's popup since version 6.2, one at a time; the page's own dialog where the client does not show it.
 */
function createPopup(client: TelegramClient, askOnPage: AskUser): AskUser {
  let isOpen = false

  return async (question) => {
    if (isOpen) return false
    isOpen = true
    const answer = await findAnswerOrPress(client, {
      events: ['popup_closed'],
      ask: () => client.post('web_app_open_popup', getPopup(question)),
      timeout: POPUP_TIMEOUT_MS,
    })
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

/** Requests write access for the bot. Supported by clients since version 6.9. */
function createRequestWriteAccess(
  client: TelegramClient,
  isActive: ReadableAtom<boolean>,
): Telegram['requestWriteAccess'] {
  return async () => {
    // Behind another Mini App the dialog would appear as that app's.
    const canAsk = client.can('web_app_request_write_access') && isActive.get()
    return canAsk ? askForWriteAccess(client) : 'unanswered'
  }
}

async function askForWriteAccess(client: TelegramClient): Promise<WriteAccess> {
  const answer = await findAnswer(client, {
    events: ['write_access_requested'],
    ask: () => client.post('web_app_request_write_access'),
    timeout: MEMBER_TIMEOUT_MS,
  })
  if (answer?.data['status'] === 'allowed') return 'allowed'
  return answer === null || answer.isInstant ? 'unanswered' : 'declined'
}
