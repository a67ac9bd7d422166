import * as v from 'valibot'
import { TicketSchema } from '../ticket.ts'
import { type Endpoint, noBody } from './endpoint.ts'

/**
 * A one-time ticket, with which one EVM attempt can be finished in the browser. Refused with
 * `evm-off` where the operator's policy is `off`.
 */
export const createTicket = {
  method: 'POST',
  path: '/api/attempts/:id/ticket',
  request: noBody,
  response: v.object({
    ticket: TicketSchema,
    /** Our page, with the ticket in its fragment. */
    url: v.pipe(v.string(), v.url()),
    expiresAt: v.pipe(v.string(), v.isoTimestamp()),
  }),
} as const satisfies Endpoint
