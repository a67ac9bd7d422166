import * as v from 'valibot'
import { ProofLaunchSchema } from '../proof-launch.ts'
import type { Endpoint } from './endpoint.ts'

/** Returns whether Telegram has signed the proof of the wallet. */
export const getProofLaunch = {
  method: 'GET',
  path: '/api/wallets/:id/launch',
  response: v.object({
    /** Null if it has not. */
    launch: v.nullable(ProofLaunchSchema),
    /** How it would: by a login where the operator has Log In With Telegram. */
    way: v.picklist(['launch', 'login']),
  }),
} as const satisfies Endpoint
