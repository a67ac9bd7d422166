import { on, type EventName, type EventPayload } from '@telegram-apps/sdk-react'

/** How long a question of Telegram's stays open for the member, in milliseconds. */
const ANSWER_TIMEOUT_MS = 60_000

/** Asks, and waits for the event that answers; null from a client that does not answer in time. */
export function answerOf<E extends EventName>(
  event: E,
  ask: () => void,
): Promise<EventPayload<E> | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle(null), ANSWER_TIMEOUT_MS)
    const stop = on(event, settle)
    ask()

    function settle(payload: EventPayload<E> | null): void {
      clearTimeout(timer)
      stop()
      resolve(payload)
    }
  })
}
