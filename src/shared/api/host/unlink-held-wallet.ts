import * as v from 'valibot'
import { WalletIdSchema } from '../../wallet.ts'
import { type HostEndpoint, noQuery } from './host-endpoint.ts'

/** Unlinks a wallet from its member, who is notified. */
export const unlinkHeldWallet = {
  method: 'DELETE',
  path: '/v1/wallets/:id',
  scope: 'wallets:write',
  params: v.strictObject({ id: WalletIdSchema }),
  query: noQuery,
  status: 204,
} as const satisfies HostEndpoint
