import * as v from 'valibot'
import { openTicketSession } from '#shared/api/open-ticket-session.ts'
import { PROBLEMS } from '#shared/problem.ts'
import { TicketSchema } from '#shared/ticket.ts'
import { TICKET_KEY, TICKET_SESSION_KEY } from '../telegram/launch-ticket.ts'
import { ApiError, getProblemCode } from './api-error.ts'
import { type ApiNetwork, request } from './call.ts'
import type { ApiSession } from './session.ts'
import type { KeyValueStorage } from './user-storage.ts'

/** What a ticket is exchanged for: a session for one attempt of one member. */
type OpenedTicketSession = v.InferOutput<typeof openTicketSession.response>

type Deps = {
  network: ApiNetwork
  /** Storage of this tab only: other tabs do not see it, and it ends with the tab. */
  tab: KeyValueStorage
  now: () => number
}

/**
 * Redeems the tab's ticket, or finds the session from before a reload. The ticket stays stored during an outage.
 *
 * @throws ApiError `ticket-invalid` when neither is valid
 */
export async function redeemTicket({ network, tab, now }: Deps): Promise<OpenedTicketSession> {
  const ticket = tab.getItem(TICKET_KEY)
  if (ticket === null) return savedSession(tab, now())
  try {
    const opened = await redeem(network, ticket)
    saveSession(tab, opened)
    return opened
  } catch (error) {
    if (!PROBLEMS[getProblemCode(error)].retry) forget(tab)
    throw error
  }
}

/** Only a new ticket can renew it. */
export function getTicketSession({ token }: OpenedTicketSession, tab: KeyValueStorage): ApiSession {
  return {
    token: async () => token,
    async renew() {
      forget(tab)
      throw new ApiError('ticket-invalid')
    },
    forget: () => forget(tab),
  }
}

function redeem(network: ApiNetwork, ticket: string): Promise<OpenedTicketSession> {
  if (!v.is(TicketSchema, ticket)) throw new ApiError('ticket-invalid')
  const input = { body: { ticket } }
  return request(network, { endpoint: openTicketSession, input, authorization: null })
}

const SavedTicketSchema = v.pipe(v.string(), v.parseJson(), openTicketSession.response)

/** Where the tab cannot store anything, the session lasts until a reload. */
function saveSession(tab: KeyValueStorage, opened: OpenedTicketSession): void {
  tab.removeItem(TICKET_KEY)
  try {
    tab.setItem(TICKET_SESSION_KEY, JSON.stringify(opened))
  } catch {}
}

function savedSession(tab: KeyValueStorage, now: number): OpenedTicketSession {
  const saved = v.safeParse(SavedTicketSchema, tab.getItem(TICKET_SESSION_KEY))
  if (saved.success && Date.parse(saved.output.expiresAt) > now) return saved.output
  throw new ApiError('ticket-invalid')
}

function forget(tab: KeyValueStorage): void {
  tab.removeItem(TICKET_KEY)
  tab.removeItem(TICKET_SESSION_KEY)
}
