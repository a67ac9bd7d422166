import type { ReadableAtom } from 'nanostores'
import type { Client } from './client.ts'
import { createHomeScreen } from './home-screen.ts'
import { createShareMessage } from './share-message.ts'
import { createPopup } from './popup.ts'
import type { Tap } from './tap.ts'
import type { Ask, Telegram } from './telegram.ts'
import { createRequestWriteAccess } from './write-access.ts'

export type Requests = Pick<
  Telegram,
  'ask' | 'shareMessage' | 'requestWriteAccess' | 'canAddToHomeScreen' | 'addToHomeScreen'
>

type Means = {
  /** Asks in a dialog of the page's. */
  askOnPage: Ask
  tap: Tap
  isActive: ReadableAtom<boolean>
}

/** What the app requests of the client after the first screen. */
export function createRequests(client: Client, { askOnPage, tap, isActive }: Means): Requests {
  return {
    ask: createPopup(client, askOnPage),
    shareMessage: createShareMessage(client, tap),
    requestWriteAccess: createRequestWriteAccess(client, isActive),
    ...createHomeScreen(client),
  }
}
