import type { ReadableAtom } from 'nanostores'
import type { TelegramClient } from './client.ts'
import { createHomeScreen } from './home-screen.ts'
import { createShareMessage } from './share-message.ts'
import { createPopup } from './popup.ts'
import type { Tap } from './tap.ts'
import type { AskUser, Telegram } from './telegram.ts'
import { createRequestWriteAccess } from './write-access.ts'

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
