/** Calls per second: Telegram takes about 30 from a bot, and some of them are answers. */
const CALLS_PER_SECOND = 20
const MS_PER_CALL = 1_000 / CALLS_PER_SECOND
/** Unused time that may be used in one burst, in milliseconds. */
const BURST_MS = 1_000
/** If this many chats refuse at a time, Telegram limits the bot and not the chats. */
const REFUSALS_OF_ALL = 3

/**
 * How many messages of one kind this process may send per second, over all chats. It knows no other process and no other
 * kind, but Telegram's refusals take them into account.
 *
 * @see https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this
 */
export type Pace = {
  /** How many messages may start now. */
  room(): number
  /** Milliseconds until there is room for one more. */
  roomInMs(): number
  /** A message starts. */
  take(): void
  /** Telegram accepts no message in this chat for that many milliseconds. */
  refused(chat: string, waitMs: number): void
}

/** @param clock milliseconds that only ever grow, even if the machine's time is set */
export function createPace(clock: () => number = () => performance.now()): Pace {
  const refusedUntil = new Map<string, number>()
  /** The time of the latest call if all calls had come evenly. */
  let evenAt = clock() - BURST_MS
  let pausedUntil = clock()

  const savedMs = () => Math.min(clock() - evenAt, BURST_MS)

  return {
    room: () => (clock() < pausedUntil ? 0 : Math.max(0, Math.floor(savedMs() / MS_PER_CALL))),
    roomInMs: () => Math.ceil(Math.max(0, pausedUntil - clock(), MS_PER_CALL - savedMs())),
    take: () => void (evenAt = clock() - savedMs() + MS_PER_CALL),
    refused(chat, waitMs) {
      refusedUntil.set(chat, clock() + waitMs)
      forgetPast(refusedUntil, clock())
      if (refusedUntil.size >= REFUSALS_OF_ALL) pausedUntil = Math.max(...refusedUntil.values())
    },
  }
}

/** Deletes the entries whose time has passed. */
export function forgetPast(times: Map<string, number>, now: number): void {
  for (const [key, until] of times) if (until <= now) times.delete(key)
}
