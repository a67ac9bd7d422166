import type { Log } from '#server/log.ts'
import type { DuePost } from '#server/store/post-store.ts'
import type { EpochMs, Store } from '#server/store/store.ts'
import { EDIT_PAUSE_MS } from '#shared/limits.ts'
import { requestState } from '../request-state.ts'
import { paceOf, type PostPace } from './post-pace.ts'

const FIRST_RETRY_MS = 5_000
const LONGEST_RETRY_MS = 5 * 60_000
/** With the pauses doubling up to five minutes, the last try comes about four hours after the first. */
const MAX_TRIES = 50
/** First messages that were written and not noted yet. Beyond it the eldest is forgotten. */
const MAX_REMEMBERED = 1_000

/** What became of one try to bring a message up to date. */
export type PostDelivery =
  /** It says what it has to. `messageId`: of a message that was written just now. */
  | { outcome: 'shown'; messageId?: number }
  /** It cannot be written, or changed any more. */
  | { outcome: 'gone'; code: string }
  /** The group has become a supergroup, under this id of Telegram's. */
  | { outcome: 'moved'; to: string }
  /** It may be tried again; `retryAfterMs` is Telegram's own wish, in milliseconds. */
  | { outcome: 'failed'; code: string; retryAfterMs: number | null }
  /** A first message that may or may not have been written. */
  | { outcome: 'uncertain'; code: string }

/** Writes a message about a request, or edits it. Never rejects. */
export type ShowPost = (post: DuePost) => Promise<PostDelivery>

export type TellPostDeps = { store: Store; show: ShowPost; now: () => EpochMs; log: Log }

/** Brings one message up to date. Answers when to look at it again, or null when nothing is to be awaited. */
export type TellPost = (post: DuePost) => Promise<EpochMs | null>

export function createTellPost(deps: TellPostDeps & { pace: PostPace }): TellPost {
  const { store, now, log, pace } = deps
  const written = createWritten()

  async function shown(post: DuePost, messageId: number | undefined): Promise<EpochMs> {
    if (messageId !== undefined) written.note(post.id, messageId)
    const known = written.messageOf(post.id)
    await store.settlePost(
      { id: post.id, ...(known === undefined ? {} : { messageId: known }) },
      { now: now(), pauseMs: EDIT_PAUSE_MS },
    )
    written.forget(post.id)
    return now() + EDIT_PAUSE_MS
  }

  async function drop({ id }: DuePost, code: string, sentence: string): Promise<null> {
    log.warn({ post: id, code }, sentence)
    await store.dropPost(id)
    written.forget(id)
    return null
  }

  async function again(post: DuePost, { code, retryAfterMs }: Failure): Promise<EpochMs | null> {
    const { id, tries } = post
    if (retryAfterMs === null && tries >= MAX_TRIES) return drop(post, code, 'posts: given up')
    log.warn({ post: id, code, tries }, 'posts: not shown')
    if (retryAfterMs !== null) {
      pace.refused(paceOf(post), retryAfterMs)
      return defer(post, retryAfterMs)
    }
    const nextAt = now() + backOffMs(tries)
    await store.retryPost(id, nextAt)
    return nextAt
  }

  /** Telegram is asked later, and nothing has failed. */
  async function defer({ id }: DuePost, waitMs: number): Promise<EpochMs> {
    const nextAt = now() + waitMs
    await store.deferPost(id, nextAt)
    return nextAt
  }

  return async (post) => {
    const place = paceOf(post)
    const placed = written.placed(post)
    if (isTooLate(placed, now()))
      return drop(post, 'over', 'posts: over before anything was written')
    const waitMs = pace.take(place)
    if (waitMs > 0) return defer(post, waitMs)
    const delivery = await showOrFollow(placed, deps)
    pace.done(place)
    switch (delivery.outcome) {
      case 'shown':
        return shown(post, delivery.messageId)
      case 'gone':
        return drop(post, delivery.code, 'posts: cannot be written or changed')
      case 'uncertain':
        return drop(post, delivery.code, 'posts: nobody knows whether the first message is there')
      case 'failed':
        return again(post, delivery)
    }
  }
}

/** Nobody in the group has seen the request, and nobody can answer it any more: there is nothing to say. */
function isTooLate(post: DuePost, now: EpochMs): boolean {
  const state = requestState(post, now)
  return post.place.kind === 'unsent' && (state === 'closed' || state === 'expired')
}

/** Follows a group that has become a supergroup. What was written before that can be changed by nobody. */
async function showOrFollow(
  post: DuePost,
  { store, show, now }: TellPostDeps,
): Promise<Exclude<PostDelivery, { outcome: 'moved' }>> {
  const delivery = await show(post)
  if (delivery.outcome !== 'moved') return delivery
  const { place } = post
  if (place.kind === 'inline') return MOVED
  const { title, telegramId } = place.chat
  await store.moveChat(telegramId, { telegramId: delivery.to, title }, now())
  if (place.kind !== 'unsent') return MOVED
  const chat = { ...place.chat, telegramId: delivery.to }
  const again = await show({ ...post, place: { ...place, chat } })
  return again.outcome === 'moved' ? MOVED : again
}

/** First messages, by their posts, until the store knows of them: a store that fails makes none be written twice. */
function createWritten() {
  const messages = new Map<string, number>()
  return {
    messageOf: (postId: string) => messages.get(postId),
    forget: (postId: string) => messages.delete(postId),
    note(postId: string, messageId: number): void {
      messages.set(postId, messageId)
      const [eldest] = messages.keys()
      if (messages.size > MAX_REMEMBERED && eldest !== undefined) messages.delete(eldest)
    },
    /** The post where it really stands. */
    placed(post: DuePost): DuePost {
      const messageId = messages.get(post.id)
      if (post.place.kind !== 'unsent' || messageId === undefined) return post
      return { ...post, place: { kind: 'chat', chat: post.place.chat, messageId } }
    },
  }
}

type Failure = Extract<PostDelivery, { outcome: 'failed' }>

const MOVED = { outcome: 'gone', code: 'moved' } as const

function backOffMs(tries: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** tries, LONGEST_RETRY_MS)
}
