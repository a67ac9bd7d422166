import * as v from 'valibot'
import { FamiliesSchema, MadeRequestSchema, RequestLifeSchema } from '../request.ts'
import type { Endpoint } from './endpoint.ts'
import { ChatIdSchema } from './list-chats.ts'

const terms = {
  families: FamiliesSchema,
  /** Seconds. */
  expiresIn: RequestLifeSchema,
}

/** Makes a connect request; the bot posts it into its chat, if it has one. */
export const makeRequest = {
  method: 'POST',
  path: '/api/requests',
  request: v.union([
    v.strictObject({ ...terms, chatId: ChatIdSchema, membersOnly: v.boolean() }),
    v.strictObject({ ...terms, chatId: v.null(), membersOnly: v.literal(false) }),
  ]),
  response: MadeRequestSchema,
} as const satisfies Endpoint
