import type { Language } from '#shared/languages.ts'
import type { CountedRequest } from './request-store.ts'
import type { StoredChat } from './chat-store.ts'
import type { EpochMs } from './stored.ts'

/** Where a message about a request is, or must go. */
export type PostLocation =
  /** Not written yet. `threadId`: topic of a forum. */
  | { kind: 'unsent'; chat: StoredChat; threadId: number | null }
  | { kind: 'chat'; chat: StoredChat; messageId: number }
  /** Sent by a member through inline mode. */
  | { kind: 'inline'; inlineMessageId: string }

/** A message of the bot about a request, with an outdated text. `tries` counts the leases before this one. */
export type DuePost = CountedRequest & {
  id: string
  location: PostLocation
  language: Language
  tries: number
}

/** Posts: messages about requests, in which the bot updates the count of answers. */
export interface PostStore {
  /** Adds a message of inline mode that the bot may edit from now on. */
  addInlinePost(
    post: { requestCode: string; inlineMessageId: string; language: Language },
    now: EpochMs,
  ): Promise<void>
  /**
   * Posts that are due, each leased to one process until `leaseUntil`. That must be later than a try can last, by the
   * pause between two edits, because the post of a process that died is due again then. A change during the lease makes
   * the post due again after it is settled.
   */
  leasePosts(now: EpochMs, leaseUntil: EpochMs, limit: number): Promise<DuePost[]>
  /** The message now has the text that was due at its lease. It is due again after `pauseMs` if that has changed. */
  settlePost(
    post: { id: string; messageId?: number },
    times: { now: EpochMs; pauseMs: number },
  ): Promise<void>
  /** The post is tried again at `nextAt`. */
  retryPost(id: string, nextAt: EpochMs): Promise<void>
  /** The post's turn has not come yet, so this lease does not count as a try. */
  deferPost(id: string, nextAt: EpochMs): Promise<void>
  /** The message cannot be written, or can no longer be edited. The request stays as it is. */
  dropPost(id: string): Promise<void>
}
