import type { Endpoint } from '../endpoint.ts'

/** Ends the right of an admin who has it by a link, by our id of the member. */
export const removeAdmin = {
  method: 'DELETE',
  path: '/api/admin/admins/:id',
} as const satisfies Endpoint
