import type { ReadableAtom } from 'nanostores'
import type { Client } from './client.ts'
import { createHomeScreen } from './home-screen.ts'
import { createShareMessage } from './share-message.ts'
import type { Tap } from './tap.ts'
import type { Telegram } from './telegram.ts'
import { createRequestWriteAccess } from './write-access.ts'

export type Requests = Pick<
  Telegram,
  'shareMessage' | 'requestWriteAccess' | 'canAddToHomeScreen' | 'addToHomeScreen'
>

/** What the app requests of the client after the first screen. */
export function createRequests(
  client: Client,
  { tap, isActive }: { tap: Tap; isActive: ReadableAtom<boolean> },
): Requests {
  return {
    shareMessage: createShareMessage(client, tap),
    requestWriteAccess: createRequestWriteAccess(client, isActive),
    ...createHomeScreen(client),
  }
}
