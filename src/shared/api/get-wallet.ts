import { WalletSchema } from '../wallet.ts'
import { type Endpoint, noBody } from './endpoint.ts'

export const getWallet = {
  method: 'GET',
  path: '/api/wallets/:id',
  request: noBody,
  response: WalletSchema,
} as const satisfies Endpoint
