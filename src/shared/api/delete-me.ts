import { type Endpoint, noBody } from './endpoint.ts'

/** Everything about the member is deleted, this session included. */
export const deleteMe = {
  method: 'DELETE',
  path: '/api/me',
  request: noBody,
  response: null,
} as const satisfies Endpoint
