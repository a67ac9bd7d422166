import type { Endpoint } from './endpoint.ts'

/** Deletes everything about the member, including this session. */
export const deleteMe = {
  method: 'DELETE',
  path: '/api/me',
} as const satisfies Endpoint
