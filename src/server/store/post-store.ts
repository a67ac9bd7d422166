import type { Language } from '#shared/languages.ts'
import type { CountedRequest } from './request-store.ts'
import type { StoredChat } from './chat-store.ts'
import type { EpochMs } from './stored.ts'

/** Where a message about a request stands, or is to stand. */
export type PostLocation =
  /** To be written. `threadId`: topic of a forum. */
  | { kind: 'unsent'; chat: StoredChat; threadId: number | null }
  | { kind: 'chat'; chat: StoredChat; messageId: number }
  /** Sent by a member through inline mode. */
  | { kind: 'inline'; inlineMessageId: string }

/** A message of the bot about a request, which is behind what it should say. `tries` counts the leases before this one. */
export type DuePost = CountedRequest & {
  id: string
  location: PostLocation
  language: Language
  tries: number
}

/** Messages about requests, whose counters the bot keeps. */
export interface PostStore {
  /** A message of inline mode that the bot may edit from now on. */
  addInlinePost(
    post: { requestCode: string; inlineMessageId: string; language: Language },
    now: EpochMs,
  ): Promise<void>
  /**
   * Posts whose time has come, each for one process until `leaseUntil`: later than a try can last, by the pause between two
   * edits, because the post of a process that died is due again then. What changes meanwhile makes the post due again once
   * it is settled.
   */
  leasePosts(now: EpochMs, leaseUntil: EpochMs, limit: number): Promise<DuePost[]>
  /** The message says what it had to when it was leased. It is due again after `pauseMs` if there is more to say. */
  settlePost(
    post: { id: string; messageId?: number },
    times: { now: EpochMs; pauseMs: number },
  ): Promise<void>
  /** To be tried again. */
  retryPost(id: string, nextAt: EpochMs): Promise<void>
  /** Its turn has not come: what it was leased for counts as no try. */
  deferPost(id: string, nextAt: EpochMs): Promise<void>
  /** The message cannot be written, or changed any more. The request stays as it is. */
  dropPost(id: string): Promise<void>
}
