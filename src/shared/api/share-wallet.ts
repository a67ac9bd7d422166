import * as v from 'valibot'
import { OwnCardSchema } from '../card.ts'
import { WalletIdSchema } from '../wallet.ts'
import type { Endpoint } from './endpoint.ts'

/** The card of a linked wallet: a new one, or the existing one. */
export const shareWallet = {
  method: 'POST',
  path: '/api/cards',
  request: v.strictObject({ walletId: WalletIdSchema }),
  response: OwnCardSchema,
} as const satisfies Endpoint
