import type { Endpoint } from './endpoint.ts'

/** Unlinks the wallet from the member, and notifies the operator's code. */
export const unlinkWallet = {
  method: 'DELETE',
  path: '/api/wallets/:id',
} as const satisfies Endpoint
