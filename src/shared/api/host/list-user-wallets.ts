import * as v from 'valibot'
import { TelegramIdSchema } from '../../user.ts'
import { type HostEndpoint, noQuery } from './host-endpoint.ts'
import { HostUserSchema, ReadWalletSchema } from './host-wallet.ts'

/** The wallets of one Telegram account, the primary one first; none for an account we do not know. */
export const listUserWallets = {
  method: 'GET',
  path: '/v1/users/:telegramId/wallets',
  scope: 'wallets:read',
  params: v.strictObject({ telegramId: TelegramIdSchema }),
  query: noQuery,
  response: v.object({ user: v.nullable(HostUserSchema), wallets: v.array(ReadWalletSchema) }),
} as const satisfies HostEndpoint
