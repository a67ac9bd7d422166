import * as v from 'valibot'
import { AudienceSchema, MemberTokenSchema } from '../member-token.ts'
import type { Endpoint } from './endpoint.ts'

/** A token with the member's own wallets, for a site of `TOKEN_AUDIENCES`. */
export const makeToken = {
  method: 'POST',
  path: '/api/tokens',
  request: v.strictObject({ audience: AudienceSchema }),
  response: MemberTokenSchema,
} as const satisfies Endpoint
