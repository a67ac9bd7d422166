import type { Hono } from 'hono'
import { cancelCollection } from '#shared/api/cancel-collection.ts'
import { getCollection } from '#shared/api/get-collection.ts'
import { withdrawWord } from '#shared/api/withdraw-word.ts'
import { oneQuestionEach, type Turn } from '../../chains/one-question-each.ts'
import { withReading } from '../../multisig/with-reading.ts'
import type { StoredCollection } from '../../store/multisig-store.ts'
import type { StoredUser } from '../../store/store.ts'
import { wordOf } from '../../word-of.ts'
import { isOff } from '../family-off.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { lookUp } from '../look-up.ts'
import { viewCollection } from '../multisig-views.ts'
import { empty, ok, refuse, type Reply } from '../reply.ts'
import { serveMember } from '../route.ts'

/**
 * Oldest reading of owners and threshold that is shown with an open collection while its chain answers, in milliseconds: all
 * whom it concerns look at it every few seconds.
 */
const COLLECTION_MAX_AGE_MS = 60_000

/** Owners' words for a multisig, to whoever has the link: seen, given up by their starter, taken back by who gave one. */
export function serveCosign(app: Hono<HttpEnv>, deps: HttpDeps): void {
  const { store, now, onEvent } = deps
  const turnOf = oneQuestionEach()

  serveMember(app, getCollection, ({ user, id }) =>
    withCollection({ user, id }, deps, async (found) => {
      if (isOff(found.multisig.family, deps)) return refuse('evm-off')
      if (found.state === 'open') await noteViewer(found, user, deps)
      const collection = await withFreshOwners(found, turnOf(user.id), deps)
      const wallets = await store.listWallets(user.id)
      return ok(viewCollection(collection, { user, wallets }, deps))
    }),
  )

  serveMember(app, cancelCollection, ({ user, id }) =>
    withCollection({ user, id }, deps, async ({ starter, state }) => {
      if (starter.id !== user.id) return refuse('not-found')
      if (state === 'cancelled') return empty
      const isCancelled = await store.cancelCollection(id, user.id, now())
      if (!isCancelled) return refuse('cosign-closed')
      onEvent()
      return empty
    }),
  )

  serveMember(app, withdrawWord, ({ user, id }) =>
    withCollection({ user, id }, deps, async ({ state }) => {
      if (state !== 'open') return refuse('cosign-closed')
      const isWithdrawn = await store.withdrawWord(id, user.id, now())
      return isWithdrawn ? empty : refuse('not-found')
    }),
  )
}

function withCollection<Body>(
  { user, id }: { user: StoredUser; id: string },
  { store, now }: HttpDeps,
  answer: (collection: StoredCollection) => Promise<Reply<Body>>,
): Promise<Reply<Body>> {
  return lookUp({ user, find: () => store.findCollection(id, now()) }, { store, now }, answer)
}

/** Whoever has spoken, and the starter, hear of it anyway. */
async function noteViewer(
  collection: StoredCollection,
  { id }: StoredUser,
  { store, now }: HttpDeps,
): Promise<void> {
  const hasPart = collection.starter.id === id || wordOf(collection, id) !== undefined
  if (!hasPart) await store.noteViewer(collection.code, id, now())
}

/** What has been settled stays as it was shown. */
async function withFreshOwners(
  collection: StoredCollection,
  turn: Turn,
  { multisigs }: HttpDeps,
): Promise<StoredCollection> {
  if (collection.state !== 'open') return collection
  const refreshed = await turn(() => multisigs.refresh(collection.multisig, COLLECTION_MAX_AGE_MS))
  return refreshed === 'busy' ? collection : withReading(collection, refreshed.multisig)
}
