import * as v from 'valibot'
import { UserSchema } from '../user.ts'
import { WalletSchema } from '../wallet.ts'
import { type Endpoint, noBody } from './endpoint.ts'

/** What is stored about the member, in one document. */
export const exportMe = {
  method: 'GET',
  path: '/api/export',
  request: noBody,
  response: v.object({
    exportedAt: v.pipe(v.string(), v.isoTimestamp()),
    user: UserSchema,
    firstSeenAt: v.pipe(v.string(), v.isoTimestamp()),
    lastSeenAt: v.pipe(v.string(), v.isoTimestamp()),
    wallets: v.array(WalletSchema),
    attempts: v.array(
      v.object({
        state: v.string(),
        createdAt: v.string(),
        errorCode: v.nullable(v.string()),
        walletApp: v.nullable(v.string()),
      }),
    ),
  }),
} as const satisfies Endpoint
