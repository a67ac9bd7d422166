import { type Endpoint, noBody } from '../endpoint.ts'

/** Ends the right of an admin who has it by a link, by our id of the member. */
export const removeAdmin = {
  method: 'DELETE',
  path: '/api/admin/admins/:id',
  request: noBody,
  response: null,
} as const satisfies Endpoint
