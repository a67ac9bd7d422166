import { LRUCache } from 'lru-cache'
import type { Log } from '#server/log/log.ts'
import type { DuePost } from '#server/store/requests/posts.ts'
import type { Store } from '#server/store/store.ts'
import type { EpochMs } from '#server/store/database/stored.ts'
import { EDIT_PAUSE_MS } from '#shared/limits.ts'
import { requestState } from '../requests/request-state.ts'
import { getPaceKey, type PostPace } from './post-pace.ts'

const FIRST_RETRY_MS = 5_000
const LONGEST_RETRY_MS = 5 * 60_000
/** The pauses double up to five minutes, so the last try comes about four hours after the first. */
const MAX_TRIES = 50
/** When a first message that Telegram refused is tried once more, in milliseconds: the texts name the five minutes. */
const REFUSED_RETRY_MS = 5 * 60_000
/** First messages that were sent but not stored yet. Beyond this number the oldest is forgotten. */
const MAX_REMEMBERED = 1_000

/** The outcome of one try to update a message. */
export type PostOutcome =
  /** It is up to date. `messageId`: of a message that was sent just now. */
  | { outcome: 'shown'; messageId?: number }
  /** It cannot be sent, or can no longer be changed. */
  | { outcome: 'gone'; code: string; reason: PostRefusal }
  /** The group has become a supergroup, under this id of Telegram's. */
  | { outcome: 'moved'; to: string }
  /** It may be tried again; `retryAfterMs` is the pause that Telegram requires, in milliseconds. */
  | { outcome: 'failed'; code: string; retryAfterMs: number | null }
  /** A first message that may or may not have been sent. */
  | { outcome: 'uncertain'; code: string }

/** Why Telegram refused a message, as far as people can change it. */
export type PostRefusal = 'rights' | 'topicClosed' | 'topicGone' | 'outside' | 'other'

/** Tells whoever made the request why its first message was refused. Never rejects. */
export type ReportRefusal = (post: DuePost, reason: PostRefusal) => Promise<void>

/** Sends a message about a request, or edits it. Never rejects. */
export type ShowPost = (post: DuePost) => Promise<PostOutcome>

export type PostNotifierDeps = {
  store: Store
  show: ShowPost
  reportRefusal: ReportRefusal
  now: () => EpochMs
  log: Log
}

/** Updates one message. Answers when to check it again, or null when no change is due. */
export type UpdatePost = (post: DuePost) => Promise<EpochMs | null>

export function createPostNotifier(deps: PostNotifierDeps & { pace: PostPace }): UpdatePost {
  const { store, now, log, pace } = deps
  const written = createWritten()

  async function finish(post: DuePost, messageId: number | undefined): Promise<EpochMs> {
    if (messageId !== undefined) written.note(post.id, messageId)
    const known = written.findMessage(post.id)
    const settled = { id: post.id, ...(known === undefined ? {} : { messageId: known }) }
    await store.settlePost(settled, { now: now(), pauseMs: EDIT_PAUSE_MS })
    written.forget(post.id)
    return now() + EDIT_PAUSE_MS
  }

  async function drop({ id }: DuePost, code: string, sentence: string): Promise<null> {
    log.warn({ post: id, code }, sentence)
    await store.dropPost(id)
    written.forget(id)
    return null
  }

  async function again(
    post: DuePost,
    { code, retryAfterMs }: PostFailure,
  ): Promise<EpochMs | null> {
    const { id, tries } = post
    if (retryAfterMs === null && tries >= MAX_TRIES) return drop(post, code, 'posts: given up')
    log.warn({ post: id, code, tries }, 'posts: not shown')
    if (retryAfterMs !== null) {
      pace.refused(getPaceKey(post), retryAfterMs)
      return defer(post, retryAfterMs)
    }
    const nextAt = now() + backOffMs(tries)
    await store.retryPost(id, nextAt)
    return nextAt
  }

  /** Telegram is called later; this is no failure. */
  async function defer({ id }: DuePost, waitMs: number): Promise<EpochMs> {
    const nextAt = now() + waitMs
    await store.deferPost(id, nextAt)
    return nextAt
  }

  return async (post) => {
    const location = getPaceKey(post)
    const located = written.located(post)
    if (isTooLate(located, now()))
      return drop(post, 'over', 'posts: over before anything was written')
    const waitMs = pace.take(location)
    if (waitMs > 0) return defer(post, waitMs)
    const outcome = await showOrFollow(located, deps)
    pace.done(location)
    switch (outcome.outcome) {
      case 'shown':
        return finish(post, outcome.messageId)
      case 'gone':
        return isFirstRefusal(post)
          ? tryOnceMore(post, outcome, deps)
          : drop(post, outcome.code, 'posts: cannot be written or changed')
      case 'uncertain':
        return drop(post, outcome.code, 'posts: it is unknown whether the first message was sent')
      case 'failed':
        return again(post, outcome)
    }
  }
}

function isFirstRefusal({ location, tries }: DuePost): boolean {
  return location.kind === 'unsent' && tries < MAX_TRIES
}

/** The maker may change the reason for which a first message was refused. */
async function tryOnceMore(
  post: DuePost,
  { code, reason }: PostRefused,
  { store, reportRefusal, now, log }: PostNotifierDeps,
): Promise<EpochMs> {
  log.warn({ post: post.id, code, reason }, 'posts: refused, and tried once more')
  await reportRefusal(post, reason)
  const nextAt = now() + REFUSED_RETRY_MS
  await store.retryPost(post.id, nextAt, { tries: MAX_TRIES })
  return nextAt
}

/** The group has not seen the request, and it takes no more answers, so no post is needed. */
function isTooLate(post: DuePost, now: EpochMs): boolean {
  const state = requestState(post, now)
  return post.location.kind === 'unsent' && (state === 'closed' || state === 'expired')
}

/** Follows a group that has become a supergroup. Its earlier messages can no longer be changed. */
async function showOrFollow(
  post: DuePost,
  { store, show, now }: PostNotifierDeps,
): Promise<Exclude<PostOutcome, { outcome: 'moved' }>> {
  const outcome = await show(post)
  if (outcome.outcome !== 'moved') return outcome
  const { location } = post
  if (location.kind === 'inline') return MOVED
  const { title, telegramId } = location.chat
  await store.moveChat(telegramId, { telegramId: outcome.to, title }, now())
  if (location.kind !== 'unsent') return MOVED
  const chat = { ...location.chat, telegramId: outcome.to }
  const again = await show({ ...post, location: { ...location, chat } })
  return again.outcome === 'moved' ? MOVED : again
}

/**
 * First messages by their posts, until the store has them, so that a failure of the store never makes one be sent
 * twice.
 */
function createWritten() {
  const messages = new LRUCache<string, number>({ max: MAX_REMEMBERED })
  return {
    findMessage: (postId: string) => messages.get(postId),
    forget: (postId: string) => messages.delete(postId),
    note: (postId: string, messageId: number) => void messages.set(postId, messageId),
    /** The post at its real location. */
    located(post: DuePost): DuePost {
      const messageId = messages.get(post.id)
      if (post.location.kind !== 'unsent' || messageId === undefined) return post
      return { ...post, location: { kind: 'chat', chat: post.location.chat, messageId } }
    },
  }
}

type PostFailure = Extract<PostOutcome, { outcome: 'failed' }>

type PostRefused = Extract<PostOutcome, { outcome: 'gone' }>

const MOVED = { outcome: 'gone', code: 'moved', reason: 'other' } as const

function backOffMs(tries: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** tries, LONGEST_RETRY_MS)
}
