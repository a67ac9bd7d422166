import * as v from 'valibot'
import { RequestCodeSchema } from '../request.ts'
import type { Endpoint } from './endpoint.ts'

/** Who answered a request of the member, in the order of the answers, as a table. */
export const exportPeople = {
  method: 'GET',
  path: '/api/requests/:id/export',
  id: RequestCodeSchema,
  response: v.object({
    /** Such as `clasp-2026-11-22.csv`. */
    fileName: v.string(),
    /** RFC 4180, with a header; no field can be mistaken for a formula. */
    csv: v.string(),
  }),
} as const satisfies Endpoint
