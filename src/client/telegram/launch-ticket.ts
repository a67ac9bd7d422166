import { TICKET_PARAMETER } from '#shared/ticket.ts'

/** Where this tab keeps the ticket until it has been redeemed. */
export const TICKET_KEY = 'clasp/ticket'
/** Where it keeps the session that the ticket became. */
export const TICKET_SESSION_KEY = 'clasp/ticket-session'

/**
 * Takes the ticket out of the URL: wallet libraries send the whole URL to wallets and outside services, so this runs
 * before anything else does.
 *
 * @returns null where there is none
 */
export function takeTicket(): string | null {
  const ticket = new URLSearchParams(location.hash.slice(1)).get(TICKET_PARAMETER)
  if (ticket !== null) history.replaceState(history.state, '', location.pathname + location.search)
  return ticket
}

/** Whether this tab may finish an attempt, or is to ask whether it may. */
export function hasTicket(): boolean {
  return [TICKET_KEY, TICKET_SESSION_KEY].some((key) => sessionStorage.getItem(key) !== null)
}
