import * as v from 'valibot'
import { CardCodeSchema, CosigningCodeSchema } from '../codes.ts'
import { RequestCodeSchema } from '../request.ts'
import type { Endpoint } from './endpoint.ts'

/** What the member needs to send one of their requests, cards or cosignings into a chat. */
export const share = {
  method: 'POST',
  path: '/api/share',
  request: v.strictObject({
    code: v.union([RequestCodeSchema, CardCodeSchema, CosigningCodeSchema]),
  }),
  response: v.object({
    /** Link that opens it, from any chat. */
    url: v.pipe(v.string(), v.url()),
    /** For `shareMessage` of Mini Apps 8.0, valid for one message; null if Telegram made none: then share the link. */
    preparedMessageId: v.nullable(v.string()),
  }),
} as const satisfies Endpoint
