import { listEvents, redeliverEvent } from '#shared/api/host/host-event.ts'
import { viewHostEvent } from '../../notifications/view-host-event.ts'
import type { EventPosition } from '../../store/events/host-events.ts'
import { sendAgain } from '../send-again.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { changeHost, type HostApi, serveHost } from './serve-host.ts'
import { answerHost, hostDone, type HostReply, refuseHost } from './host-reply.ts'

const LIST = listEvents.path
/** Before the first event there is no id. */
const POSITION = /^(\d{1,15})(?:\.([\w-]{22}))?$/
const START: EventPosition = { position: 0, eventId: null }

/** Events for hosts that prefer to poll, and for hosts that lost a delivery. */
export function serveHostEvents(api: HostApi): void {
  const { store, onEvent } = api.deps

  serveHost(api, listEvents, async ({ query }) => {
    const from = query.after === undefined ? START : readPosition(query.after)
    if (from === undefined) return refuseHost('cursor-invalid')
    if (!(await store.isOfThisHistory(from))) return refuseHost('cursor-outdated')
    const events = await store.listHostEvents({ after: from.position, limit: query.limit })
    const last = events.at(-1)
    const next = last ? { position: last.position, eventId: last.event.id } : from
    return answerHost({
      data: events.map(viewHostEvent),
      next: writeCursor(LIST, writePosition(next)),
    })
  })

  serveHost(api, redeliverEvent, async ({ params }) =>
    changeHost((effects) => redeliver(params.id, { ...api.deps, store: effects }), onEvent),
  )
}

async function redeliver(
  eventId: string,
  deps: Parameters<typeof sendAgain>[1],
): Promise<HostReply<undefined>> {
  const outcome = await sendAgain(eventId, deps)
  switch (outcome) {
    case 'sent':
      return hostDone
    case 'no-webhook':
      return refuseHost('webhook-not-configured')
    case 'not-found':
      return refuseHost(outcome)
  }
}

/** The event's id distinguishes one history from another: after a restore, another event may have the same position. */
function writePosition({ position, eventId }: EventPosition): string {
  return eventId === null ? String(position) : `${position}.${eventId}`
}

function readPosition(cursor: string): EventPosition | undefined {
  const [, position, eventId = null] = POSITION.exec(readCursor(LIST, cursor) ?? '') ?? []
  return position === undefined ? undefined : { position: Number(position), eventId }
}
