import { EDIT_PAUSE_MS } from '#shared/limits.ts'
import type { DuePost } from '#server/store/requests/posts.ts'
import { createPace, forgetPast, type Pace } from './pace.ts'

/** Number of remembered locations; beyond it those whose pause is over are forgotten. */
const MANY_PLACES = 1_000

/** Beside the pace over all chats, one message in three seconds per chat: Telegram's 20 a minute per group. */
export type PostPace = Omit<Pace, 'take'> & {
  /** Takes the turn of a location: 0 when it is taken, otherwise the milliseconds until the location's next turn. */
  take(location: string): number
  /** Telegram has answered. */
  done(location: string): void
}

/** @param clock milliseconds that only ever grow, even if the machine's time is set */
export function createPostPace(clock: () => number = () => performance.now()): PostPace {
  const pace = createPace(clock)
  const freeAt = new Map<string, number>()

  function hold(location: string, ms: number): void {
    if (freeAt.size >= MANY_PLACES) forgetPast(freeAt, clock())
    freeAt.set(location, Math.max(freeAt.get(location) ?? 0, clock() + ms))
  }

  return {
    ...pace,
    take(location) {
      const waitMs = Math.floor((freeAt.get(location) ?? 0) - clock())
      if (waitMs > 0) return waitMs
      pace.take()
      hold(location, EDIT_PAUSE_MS)
      return 0
    },
    done: (location) => hold(location, EDIT_PAUSE_MS),
    refused(location, waitMs) {
      hold(location, waitMs)
      pace.refused(location, waitMs)
    },
  }
}

/** The location of a message, as Telegram's limits distinguish them. */
export function getPaceKey({ location }: Pick<DuePost, 'location'>): string {
  return location.kind === 'inline'
    ? `inline:${location.inlineMessageId}`
    : `chat:${location.chat.id}`
}
