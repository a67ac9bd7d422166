import * as v from 'valibot'
import { LabelSchema } from '../label.ts'
import { WalletSchema } from '../wallet.ts'
import type { Endpoint } from './endpoint.ts'

/** The member's own name for the wallet (null removes it), or its place as the primary one. */
export const updateWallet = {
  method: 'PATCH',
  path: '/api/wallets/:id',
  request: v.union([
    v.strictObject({ label: v.nullable(LabelSchema) }),
    v.strictObject({ primary: v.literal(true) }),
  ]),
  /** A label has up to 512 UTF-16 units. */
  maxBytes: 2 * 1024,
  response: WalletSchema,
} as const satisfies Endpoint
