import { AttemptSchema } from '../attempt.ts'
import type { Endpoint } from './endpoint.ts'

/** State of one of the member's attempts, with the wallet once it is linked. */
export const getAttempt = {
  method: 'GET',
  path: '/api/attempts/:id',
  response: AttemptSchema,
} as const satisfies Endpoint
