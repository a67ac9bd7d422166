import * as v from 'valibot'
import { CodeSchema } from '../codes.ts'
import { UserSchema } from '../user.ts'
import { type Endpoint, noBody } from './endpoint.ts'

/** Exchanges `initData`, in `Authorization: tma <initData>`, for a session token. */
export const openSession = {
  method: 'POST',
  path: '/api/session',
  request: noBody,
  response: v.object({
    token: v.string(),
    expiresAt: v.pipe(v.string(), v.isoTimestamp()),
    user: UserSchema,
    /**
     * The signed start_param, if it is one of our codes; else the code that the member brought to the bot's chat,
     * which can be read only once.
     */
    start: v.nullable(CodeSchema),
  }),
} as const satisfies Endpoint
