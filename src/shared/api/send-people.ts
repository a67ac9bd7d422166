import { RequestCodeSchema } from '../request.ts'
import type { Endpoint } from './endpoint.ts'

/** Has the bot send the maker of a request the table of who answered, as a file. 204 once Telegram has taken it. */
export const sendPeople = {
  method: 'POST',
  path: '/api/requests/:id/export',
  id: RequestCodeSchema,
} as const satisfies Endpoint
