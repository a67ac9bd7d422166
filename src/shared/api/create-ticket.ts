import * as v from 'valibot'
import { TicketSchema } from '../ticket.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * The way to our page, on which one EVM attempt can be finished in the browser: with a one-time ticket, or through Log In
 * With Telegram where the operator has it, which gives the ticket there. Refused with `evm-off` where the operator's
 * policy is `off`.
 */
export const createTicket = {
  method: 'POST',
  path: '/api/attempts/:id/ticket',
  response: v.object({
    /** Absent where the person has to log in for it. */
    ticket: v.optional(TicketSchema),
    /** Our page, with the ticket in its fragment; or where the login starts. */
    url: v.pipe(v.string(), v.url()),
    expiresAt: v.pipe(v.string(), v.isoTimestamp()),
  }),
} as const satisfies Endpoint
