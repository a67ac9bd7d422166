import * as v from 'valibot'
import { AttemptIdSchema } from '../attempt.ts'
import { TicketSchema } from '../ticket.ts'
import { UserSchema } from '../user.ts'
import type { Endpoint } from './endpoint.ts'

/** Exchanges a one-time ticket for a session that may do that one attempt, and ends with it. */
export const openTicketSession = {
  method: 'POST',
  path: '/api/session/ticket',
  request: v.strictObject({ ticket: TicketSchema }),
  maxBytes: 60,
  response: v.object({
    token: v.string(),
    expiresAt: v.pipe(v.string(), v.isoTimestamp()),
    attemptId: AttemptIdSchema,
    /** The account that the wallet will be linked to: the page names it before anything is signed. */
    user: UserSchema,
  }),
} as const satisfies Endpoint
