import { type Endpoint, noBody } from './endpoint.ts'

/** The wallet no longer belongs to the member, and the operator's code hears it. */
export const unlinkWallet = {
  method: 'DELETE',
  path: '/api/wallets/:id',
  request: noBody,
  response: null,
} as const satisfies Endpoint
