import * as v from 'valibot'
import { UserSchema } from '../user.ts'
import type { Endpoint } from './endpoint.ts'

/** Telegram told the app that the member lets the bot write: receipts go to the chat from now on. */
export const updateMe = {
  method: 'PATCH',
  path: '/api/me',
  request: v.strictObject({ mayMessage: v.literal(true) }),
  response: UserSchema,
} as const satisfies Endpoint
