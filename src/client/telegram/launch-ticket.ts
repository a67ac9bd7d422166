import { TICKET_PARAMETER } from '#shared/ticket.ts'

/** Key under which this tab stores the ticket until it is redeemed. */
export const TICKET_KEY = 'clasp/ticket'
/** Key of the session that the ticket was exchanged for. */
export const TICKET_SESSION_KEY = 'clasp/ticket-session'

/**
 * Removes the ticket from the URL: wallet libraries send the whole URL to wallets and outside services, so this runs
 * before anything else.
 *
 * @returns null where there is none
 */
export function takeTicket(): string | null {
  const ticket = new URLSearchParams(location.hash.slice(1)).get(TICKET_PARAMETER)
  if (ticket !== null) history.replaceState(history.state, '', location.pathname + location.search)
  return ticket
}

/** Whether this tab may finish an attempt, or has a ticket to redeem for that. */
export function hasTicket(): boolean {
  return [TICKET_KEY, TICKET_SESSION_KEY].some((key) => sessionStorage.getItem(key) !== null)
}
