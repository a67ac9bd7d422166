import * as v from 'valibot'
import { ConsentSchema } from '../attempt.ts'
import { PolicySchema } from '../boot.ts'
import { UserSchema } from '../user.ts'
import { WalletSchema } from '../wallet.ts'
import { type Endpoint, noBody } from './endpoint.ts'

/** The member, the linked wallets, the questions that wait for an answer, and the owner's policy. */
export const getMe = {
  method: 'GET',
  path: '/api/me',
  request: noBody,
  response: v.object({
    user: UserSchema,
    wallets: v.array(WalletSchema),
    consents: v.array(ConsentSchema),
    /** Whether the member may see the admin view. */
    admin: v.boolean(),
    policy: PolicySchema,
  }),
} as const satisfies Endpoint
