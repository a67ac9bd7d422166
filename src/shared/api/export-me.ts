import * as v from 'valibot'
import { UserSchema } from '../user.ts'
import { WalletSchema } from '../wallet.ts'
import { type Endpoint, noBody } from './endpoint.ts'

/** Everything stored about the member, in one document. */
export const exportMe = {
  method: 'GET',
  path: '/api/export',
  request: noBody,
  response: v.object({
    exportedAt: v.pipe(v.string(), v.isoTimestamp()),
    user: UserSchema,
    wallets: v.array(WalletSchema),
    attempts: v.array(
      v.object({ state: v.string(), createdAt: v.string(), walletApp: v.nullable(v.string()) }),
    ),
  }),
} as const satisfies Endpoint
