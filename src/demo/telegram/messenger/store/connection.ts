import { atom } from 'nanostores'
import type { ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { ActionResultSchema, MessengerEventSchema } from '../../messenger-contract.ts'
import type { MessengerAction, ActionResult, MessengerEvent } from '../../messenger-contract.ts'

/** The page's line to the demo server. */
export type Connection = {
  /** The world at its latest; null until the first event. */
  latest: ReadableAtom<MessengerEvent | null>
  isOnline: ReadableAtom<boolean>
  /** Null when the server refused or does not answer. */
  act(action: MessengerAction): Promise<ActionResult | null>
}

const EventTextSchema = v.pipe(v.string(), v.parseJson(), MessengerEventSchema)

export function openConnection(): Connection {
  const latest = atom<MessengerEvent | null>(null)
  const isOnline = atom(false)
  const events = new EventSource('/demo/events')
  events.addEventListener('open', () => isOnline.set(true))
  events.addEventListener('error', () => isOnline.set(false))
  events.addEventListener('world', (event: MessageEvent<unknown>) =>
    latest.set(v.parse(EventTextSchema, event.data)),
  )
  return { latest, isOnline, act }
}

async function act(action: MessengerAction): Promise<ActionResult | null> {
  try {
    const response = await fetch('/demo/actions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(action),
    })
    if (!response.ok) return null
    return v.parse(ActionResultSchema, await response.json())
  } catch {
    return null
  }
}
