import { AttemptSchema } from '../attempt.ts'
import type { Endpoint } from './endpoint.ts'

/** State of one own attempt, with the wallet once it is linked. */
export const getAttempt = {
  method: 'GET',
  path: '/api/attempts/:id',
  request: null,
  response: AttemptSchema,
} as const satisfies Endpoint
