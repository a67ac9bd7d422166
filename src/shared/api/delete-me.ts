import { type Endpoint, noBody } from './endpoint.ts'

/** Deletes everything about the member, including this session. */
export const deleteMe = {
  method: 'DELETE',
  path: '/api/me',
  request: noBody,
  response: null,
} as const satisfies Endpoint
