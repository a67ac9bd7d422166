import * as v from 'valibot'
import { ProofLaunchSchema } from '../proof-launch.ts'
import { WalletIdSchema } from '../wallet.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * Stores the launch data of a launch by which Telegram signed a proof of the member, without its `hash`, if that launch
 * is awaited. The same launch again changes nothing.
 */
export const submitProofLaunch = {
  method: 'PUT',
  path: '/api/launch',
  request: v.strictObject({ initData: v.string() }),
  maxBytes: 20 * 1024,
  response: v.object({ walletId: WalletIdSchema, launch: ProofLaunchSchema }),
} as const satisfies Endpoint
