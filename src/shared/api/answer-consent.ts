import * as v from 'valibot'
import type { Endpoint } from './endpoint.ts'

/** The holder's answer to "another account proved this wallet": move it there, or keep it here. */
export const answerConsent = {
  method: 'POST',
  path: '/api/consents/:id',
  request: v.strictObject({ answer: v.picklist(['move', 'keep']) }),
} as const satisfies Endpoint
