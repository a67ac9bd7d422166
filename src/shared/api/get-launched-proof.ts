import * as v from 'valibot'
import { ProofLaunchSchema } from '../proof-launch.ts'
import { PROOF_START_PARAM } from '../start-param.ts'
import { WalletIdSchema } from '../wallet.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * Returns whose proof a launch with this start parameter signs, so that the member sees the wallet before the launch is
 * used. `:id` is the start parameter.
 */
export const getLaunchedProof = {
  method: 'GET',
  path: '/api/launch/:id',
  id: v.pipe(v.string(), v.regex(PROOF_START_PARAM)),
  response: v.object({
    walletId: WalletIdSchema,
    /** Null as long as the launch is only awaited. */
    launch: v.nullable(ProofLaunchSchema),
  }),
} as const satisfies Endpoint
