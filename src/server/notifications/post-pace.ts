import { EDIT_PAUSE_MS } from '#shared/limits.ts'
import type { DuePost } from '#server/store/requests/posts.ts'

/**
 * Calls per second, over all chats: Telegram takes about 30, and the bot needs some of them for receipts and answers.
 */
const CALLS_PER_SECOND = 20
const MS_PER_CALL = 1_000 / CALLS_PER_SECOND
/** Unused time that may be used in one burst, in milliseconds. */
const BURST_MS = 1_000
/** If this many chats refuse at a time, Telegram limits the bot and not the chats. */
const REFUSALS_OF_ALL = 3
/** Number of remembered locations; beyond it those whose pause is over are forgotten. */
const MANY_PLACES = 1_000

/**
 * How fast this process may send: one message in three seconds per chat, which is Telegram's 20 a minute per group, and
 * a number of messages per second over all chats. It does not know other processes, but Telegram's refusals take them
 * into account.
 *
 * @see https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this
 */
export type PostPace = {
  /** How many messages may start now. */
  room(): number
  /** Milliseconds until there is room for one more. */
  roomInMs(): number
  /** Takes the turn of a location: 0 when it is taken, otherwise the milliseconds until the location's next turn. */
  take(location: string): number
  /** Telegram has answered. */
  done(location: string): void
  /** Telegram accepts no message for that many milliseconds. */
  refused(location: string, waitMs: number): void
}

/** @param clock milliseconds that only ever grow, even if the machine's time is set */
export function createPostPace(clock: () => number = () => performance.now()): PostPace {
  const freeAt = new Map<string, number>()
  const refusedUntil = new Map<string, number>()
  /** The time of the latest call if all calls had come evenly. */
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

/** The location of a message, as Telegram's limits distinguish them. */
export function getPaceKey({ location }: Pick<DuePost, 'location'>): string {
  return location.kind === 'inline'
    ? `inline:${location.inlineMessageId}`
    : `chat:${location.chat.id}`
}

function forgetPast(times: Map<string, number>, now: number): void {
  for (const [location, until] of times) if (until <= now) times.delete(location)
}
