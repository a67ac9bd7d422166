import * as v from 'valibot'
import { LANGUAGES } from '../languages.ts'
import { UserSchema } from '../user.ts'
import type { Endpoint } from './endpoint.ts'

/** What a member sets about themselves: one thing per call. */
export const updateMe = {
  method: 'PATCH',
  path: '/api/me',
  request: v.union([
    /**
     * Telegram reported to the app that the member allowed messages. The dialog may have been another bot's, so the
     * server trusts this only when a message was delivered: until then `mayMessage` stays false.
     */
    v.strictObject({ mayMessage: v.literal(true) }),
    /** The language of the app and the bot; null for Telegram's. */
    v.strictObject({ language: v.nullable(v.picklist(LANGUAGES)) }),
  ]),
  response: UserSchema,
} as const satisfies Endpoint
