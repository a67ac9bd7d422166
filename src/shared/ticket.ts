import * as v from 'valibot'

/** One-time ticket for the browser: 32 random bytes in unpadded base64url. */
export const TicketSchema = v.pipe(v.string(), v.regex(/^[0-9A-Za-z_-]{43}$/))

/** Name of a ticket in the fragment of a URL: `/connect#ticket=…`. */
export const TICKET_PARAMETER = 'ticket'
