import * as v from 'valibot'
import { ChainIdSchema } from '../address.ts'
import { AttemptSchema } from '../attempt.ts'
import { EvmAccountSchema } from '../evm-account.ts'
import { SignInSchema } from '../sign-in.ts'
import type { Endpoint } from './endpoint.ts'
import { WALLET_ANSWER_MAX_BYTES } from '../limits.ts'

/** More chains than any wallet shares. */
const CHAINS_MAX = 64

/**
 * EVM: the wallet has shared its address; the answer contains the EIP-4361 message that it must sign.
 * The same account gets the same message; another account replaces it and gets a new message. A valid `signIn` is a
 * proof: the answer is then 201 with `linked`. Any other `signIn` is ignored.
 *
 * The account is fixed on the one of the chains on which it is a contract, else on `chainId`. If it is a contract on
 * several, nothing is fixed, and `contractOn` of the answer names them.
 */
export const fixAccount = {
  method: 'PUT',
  path: '/api/attempts/:id/account',
  request: v.strictObject({
    ...EvmAccountSchema.entries,
    /** Other chains on which the wallet offers the same address. */
    otherChainIds: v.optional(v.pipe(v.array(ChainIdSchema), v.maxLength(CHAINS_MAX))),
    /** What the wallet signed as it connected. */
    signIn: v.optional(SignInSchema),
  }),
  maxBytes: WALLET_ANSWER_MAX_BYTES,
  response: AttemptSchema,
} as const satisfies Endpoint
