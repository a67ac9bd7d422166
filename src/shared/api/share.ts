import * as v from 'valibot'
import { CardCodeSchema, CosigningCodeSchema } from '../codes.ts'
import { RequestCodeSchema } from '../request.ts'
import type { Endpoint } from './endpoint.ts'

/** What the member needs to send an own request, card or cosigning into a chat. */
export const share = {
  method: 'POST',
  path: '/api/share',
  request: v.strictObject({
    code: v.union([RequestCodeSchema, CardCodeSchema, CosigningCodeSchema]),
  }),
  response: v.object({
    /** Link that opens it, from any chat. */
    url: v.pipe(v.string(), v.url()),
    /** For `shareMessage` of Mini Apps 8.0, good for one message; null when Telegram made none: then the link is shared. */
    preparedMessageId: v.nullable(v.string()),
  }),
} as const satisfies Endpoint
