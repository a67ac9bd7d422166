import { WalletSchema } from '../wallet.ts'
import type { Endpoint } from './endpoint.ts'

export const getWallet = {
  method: 'GET',
  path: '/api/wallets/:id',
  response: WalletSchema,
} as const satisfies Endpoint
