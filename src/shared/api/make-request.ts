import * as v from 'valibot'
import { FamiliesSchema, MadeRequestSchema, RequestLifeSchema } from '../request.ts'
import type { Endpoint } from './endpoint.ts'
import { ChatIdSchema } from './list-chats.ts'

/** Makes a connect request; the bot writes it into the chat, if it is for one. */
export const makeRequest = {
  method: 'POST',
  path: '/api/requests',
  request: v.strictObject({
    families: FamiliesSchema,
    /** Seconds. */
    expiresIn: RequestLifeSchema,
    chatId: v.nullable(ChatIdSchema),
    /** Only with a chat. */
    membersOnly: v.boolean(),
  }),
  response: MadeRequestSchema,
} as const satisfies Endpoint
