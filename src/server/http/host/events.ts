import { listEvents } from '#shared/api/host/list-events.ts'
import { redeliverEvent } from '#shared/api/host/redeliver-event.ts'
import { viewHostEvent } from '../../events/view-host-event.ts'
import { sendAgain } from '../send-again.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { answerHost, hostDone, refuseHost } from './host-reply.ts'
import { type HostApi, serveHost } from './serve-host.ts'

const LIST = listEvents.path
const SEQUENCE = /^\d{1,15}$/

/** Events for whoever prefers to ask, and once more for whoever lost one. */
export function serveHostEvents(api: HostApi): void {
  const { store } = api.deps

  serveHost(api, listEvents, async ({ query }) => {
    const after = query.after === undefined ? 0 : readSequence(query.after)
    if (after === undefined) return refuseHost('cursor-invalid')
    const events = await store.listHostEvents({ after, limit: query.limit })
    const last = events.at(-1)?.event.sequence ?? after
    return answerHost({ data: events.map(viewHostEvent), next: writeCursor(LIST, String(last)) })
  })

  serveHost(api, redeliverEvent, async ({ params }) => {
    const outcome = await sendAgain(params.id, api.deps)
    switch (outcome) {
      case 'sent':
        return hostDone
      case 'no-webhook':
        return refuseHost('webhook-not-configured')
      case 'not-found':
        return refuseHost(outcome)
    }
  })
}

function readSequence(cursor: string): number | undefined {
  const position = readCursor(LIST, cursor)
  return position !== undefined && SEQUENCE.test(position) ? Number(position) : undefined
}
