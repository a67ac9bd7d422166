import * as v from 'valibot'
import { AudienceSchema, MemberTokenSchema } from '../../member-token.ts'
import { TelegramIdSchema } from '../../user.ts'
import type { HostEndpoint } from './host-endpoint.ts'

/**
 * Gives a token with the wallets of one Telegram account, for the site `audience`, an origin such as `https://shop.example.com`. The site
 * checks it with `/.well-known/jwks.json`. It is valid for ten minutes, and leaves out wallets whose proof does not hold now.
 */
export const getToken = {
  method: 'GET',
  path: '/v1/users/:telegramId/token',
  scope: 'proofs:read',
  params: v.strictObject({ telegramId: TelegramIdSchema }),
  query: v.strictObject({ audience: AudienceSchema }),
  response: MemberTokenSchema,
} as const satisfies HostEndpoint
