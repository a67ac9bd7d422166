import * as v from 'valibot'
import { RequestCodeSchema, RequestSchema } from '../request.ts'
import { WalletIdSchema } from '../wallet.ts'
import type { Endpoint } from './endpoint.ts'

/** Answers a request with a linked wallet, after the member saw what will be known. */
export const answerRequest = {
  method: 'POST',
  path: '/api/requests/:id/answer',
  id: RequestCodeSchema,
  request: v.strictObject({ walletId: WalletIdSchema }),
  response: RequestSchema,
} as const satisfies Endpoint
