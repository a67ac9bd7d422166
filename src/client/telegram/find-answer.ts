import type { EventName } from '@telegram-apps/sdk-react'
import type { TelegramClient } from './client.ts'
import { getFields } from './get-fields.ts'

type EventRequest = {
  /** Events, each of which is an answer. */
  events: readonly EventName[]
  ask: () => void
  /** How long a client may take to answer, in milliseconds. */
  timeout: number
}

export type EventAnswer = {
  event: EventName
  data: Readonly<Record<string, unknown>>
  /** A person cannot read and answer a question this fast: the client has refused to show it. */
  isInstant: boolean
}

/** Longest time in which a client refuses to ask the member, in milliseconds. */
const INSTANT_MS = 150

/** A client's popup blocks presses on the page: a press after this time, in milliseconds, means that none is shown. */
const UNSEEN_MS = 1_000

/** Timeout of a question that the member answers, in milliseconds. */
export const MEMBER_TIMEOUT_MS = 60_000
/** Timeout of a question that the client answers without the member, in milliseconds. */
export const CLIENT_TIMEOUT_MS = 3_000

/** Asks, and waits for the event that answers; null when the client does not answer in time. */
export function findAnswer(
  client: TelegramClient,
  { events, ask, timeout }: EventRequest,
): Promise<EventAnswer | null> {
  return new Promise((resolve) => {
    const askedAt = performance.now()
    const settle = (answer: EventAnswer | null) => {
      clearTimeout(timer)
      for (const stop of stops) stop()
      resolve(answer)
    }
    const timer = setTimeout(() => settle(null), timeout)
    const stops = events.map((event) =>
      client.on(event, (data) => {
        const isInstant = performance.now() - askedAt < INSTANT_MS
        settle({ event, data: getFields(data), isInstant })
      }),
    )
    ask()
  })
}

/** Of Telegram's own buttons, which a popup would cover, too. */
const PRESSES = [
  'back_button_pressed',
  'main_button_pressed',
  'secondary_button_pressed',
  'settings_button_pressed',
] as const

/** {@link findAnswer}, or `unseen` when the member presses on the page or a button of Telegram's, which what the client shows would cover. */
export async function findAnswerOrPress(
  client: TelegramClient,
  request: EventRequest,
): Promise<EventAnswer | null | 'unseen'> {
  const shownAt = performance.now()
  const ears = new AbortController()
  const unseen = new Promise<'unseen'>((resolve) => {
    const listener = () => {
      if (performance.now() - shownAt >= UNSEEN_MS) resolve('unseen')
    }
    // A key that presses a button is a click without a pointer.
    for (const event of ['pointerdown', 'click'])
      window.addEventListener(event, listener, { capture: true, signal: ears.signal })
    for (const event of PRESSES) ears.signal.addEventListener('abort', client.on(event, listener))
  })
  const answer = await Promise.race([findAnswer(client, request), unseen])
  ears.abort()
  return answer
}
