import * as v from 'valibot'
import type { Endpoint, ResponseOf } from './endpoint.ts'

/** Id of a chat: ours, not Telegram's. */
export const ChatIdSchema = v.pipe(v.string(), v.regex(/^[\w-]{22}$/))

/** Where the member may ask for wallets, by Telegram's lists of administrators and the operator's setting. */
export const listChats = {
  method: 'GET',
  path: '/api/chats',
  response: v.object({
    /** Whether they may make a request without a chat, to send it to people they choose. */
    anywhere: v.boolean(),
    /** At most 20, most recently used first. */
    chats: v.array(v.object({ id: ChatIdSchema, title: v.string() })),
  }),
} as const satisfies Endpoint

export type RequestTargets = ResponseOf<typeof listChats>
