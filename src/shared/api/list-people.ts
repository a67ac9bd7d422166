import * as v from 'valibot'
import { ReceivedAnswerSchema, RequestCodeSchema } from '../request.ts'
import type { Endpoint } from './endpoint.ts'

/** Maximum number of people in the list. */
export const PEOPLE_LISTED = 200

/** Who answered a request of the member, newest first, at most {@link PEOPLE_LISTED}; the export contains all. */
export const listPeople = {
  method: 'GET',
  path: '/api/requests/:id/people',
  id: RequestCodeSchema,
  response: v.object({ people: v.array(ReceivedAnswerSchema) }),
} as const satisfies Endpoint
