import { EDIT_PAUSE_MS } from '#shared/limits.ts'
import type { DuePost } from '#server/store/post-store.ts'

/** Calls a second, over all chats: Telegram takes about 30, and receipts and answers of the bot need some of them. */
const CALLS_PER_SECOND = 20
const MS_PER_CALL = 1_000 / CALLS_PER_SECOND
/** What was not used of the last second may be used at once, in milliseconds. */
const BURST_MS = 1_000
/** As many chats that refuse at a time show that Telegram means the bot, and not them. */
const REFUSALS_OF_ALL = 3
/** Places that are remembered; beyond it those are forgotten whose pause is over. */
const MANY_PLACES = 1_000

/**
 * How fast this process may write: one message in three seconds into a chat, which is Telegram's 20 a minute into a group,
 * and a number of them a second over all. Other processes are not known here; Telegram's refusals tell of them.
 *
 * @see https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this
 */
export type PostPace = {
  /** How many messages may be begun now. */
  room(): number
  /** Milliseconds until there is room for one more. */
  roomInMs(): number
  /** Takes the turn of a place: 0 when it is taken, otherwise the milliseconds until the place may have its next. */
  take(location: string): number
  /** Telegram has answered. */
  done(location: string): void
  /** Telegram wants no message for that many milliseconds. */
  refused(location: string, waitMs: number): void
}

/** @param clock milliseconds that only ever grow, whoever sets the machine's time */
export function createPostPace(clock: () => number = () => performance.now()): PostPace {
  const freeAt = new Map<string, number>()
  const refusedUntil = new Map<string, number>()
  /** When the latest call would have been, had all come evenly. */
  let evenAt = clock() - BURST_MS
  let pausedUntil = clock()

  const savedMs = () => Math.min(clock() - evenAt, BURST_MS)

  function hold(location: string, ms: number): void {
    if (freeAt.size >= MANY_PLACES) forgetPast(freeAt, clock())
    freeAt.set(location, Math.max(freeAt.get(location) ?? 0, clock() + ms))
  }

  return {
    room: () => (clock() < pausedUntil ? 0 : Math.max(0, Math.floor(savedMs() / MS_PER_CALL))),
    roomInMs: () => Math.ceil(Math.max(0, pausedUntil - clock(), MS_PER_CALL - savedMs())),
    take(location) {
      const waitMs = Math.floor((freeAt.get(location) ?? 0) - clock())
      if (waitMs > 0) return waitMs
      evenAt = clock() - savedMs() + MS_PER_CALL
      hold(location, EDIT_PAUSE_MS)
      return 0
    },
    done: (location) => hold(location, EDIT_PAUSE_MS),
    refused(location, waitMs) {
      hold(location, waitMs)
      refusedUntil.set(location, clock() + waitMs)
      forgetPast(refusedUntil, clock())
      if (refusedUntil.size >= REFUSALS_OF_ALL) pausedUntil = Math.max(...refusedUntil.values())
    },
  }
}

/** Where a message stands, as far as Telegram's limits go. */
export function getPace({ location }: Pick<DuePost, 'location'>): string {
  return location.kind === 'inline'
    ? `inline:${location.inlineMessageId}`
    : `chat:${location.chat.id}`
}

function forgetPast(times: Map<string, number>, now: number): void {
  for (const [location, until] of times) if (until <= now) times.delete(location)
}
