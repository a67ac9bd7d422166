import type { EventName } from '@telegram-apps/sdk-react'
import type { Client } from './client.ts'
import { fieldsOf } from './fields-of.ts'

type Asked = {
  /** Events of which any one is the answer. */
  events: readonly EventName[]
  ask: () => void
  /** How long a client may think about it, in milliseconds. */
  patience: number
}

export type Answer = {
  event: EventName
  data: Readonly<Record<string, unknown>>
  /** Nobody reads a question and answers it in so short a time: the client has refused to ask. */
  isInstant: boolean
}

/** The longest time in which a client refuses to ask the member, in milliseconds. */
const INSTANT_MS = 150

/** A question of Telegram's that the member answers, in milliseconds. */
export const MEMBER_PATIENCE_MS = 60_000
/** What a client knows by itself, in milliseconds. */
export const CLIENT_PATIENCE_MS = 3_000

/** Asks, and waits for the event that answers; null from a client that does not answer in time. */
export function answerOf(client: Client, { events, ask, patience }: Asked): Promise<Answer | null> {
  return new Promise((resolve) => {
    const askedAt = performance.now()
    const settle = (answer: Answer | null) => {
      clearTimeout(timer)
      for (const stop of stops) stop()
      resolve(answer)
    }
    const timer = setTimeout(() => settle(null), patience)
    const stops = events.map((event) =>
      client.on(event, (data) => {
        const isInstant = performance.now() - askedAt < INSTANT_MS
        settle({ event, data: fieldsOf(data), isInstant })
      }),
    )
    ask()
  })
}
