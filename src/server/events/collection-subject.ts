import { currentWords } from '#server/current-words.ts'
import type { CollectionNews, StoredCollection } from '#server/store/multisig-store.ts'
import { wordOf } from '#server/word-of.ts'
import type { CollectionState } from '#shared/multisig.ts'
import type { EpochMs, Store, StoredEvent } from '#server/store/store.ts'

type NewsEvent = Extract<StoredEvent, { type: 'collection.news' }>

/** News of a collection, with the collection as it is when it is told. */
export type CollectionSubject = NewsEvent & { collection: StoredCollection }

/** Undefined when the collection is gone, or when what there was to tell is no news any more. */
export async function collectionSubject(
  event: NewsEvent,
  store: Pick<Store, 'findCollection'>,
  now: EpochMs,
): Promise<CollectionSubject | undefined> {
  const collection = await store.findCollection(event.code, now)
  if (collection === undefined || !isNews(event, collection)) return undefined
  return { ...event, collection }
}

/** The state in which a collection must be for its news to be told; null for every one. */
const STATES: Readonly<Record<CollectionNews, CollectionState | null>> = {
  asked: 'open',
  signed: 'open',
  reminder: 'open',
  completed: 'complete',
  cancelled: 'cancelled',
  expired: 'expired',
  stale: null,
}

function isNews(event: NewsEvent, collection: StoredCollection): boolean {
  const state = STATES[event.news]
  if (state !== null && state !== collection.state) return false
  switch (event.news) {
    case 'asked':
    case 'reminder':
      return collection.starter.id === event.userId || !wordOf(collection, event.userId)
    case 'signed':
      return currentWords(collection).length > 0 && !isOld(event, collection)
    default:
      return true
  }
}

/** Whether another member has spoken since: that word's own news says how many there are by now. */
function isOld({ createdAt }: NewsEvent, { words, starter }: StoredCollection): boolean {
  return words.some(
    ({ user, givenAt }) => givenAt > createdAt && user !== null && user.id !== starter.id,
  )
}
