import * as v from 'valibot'
import { CodeSchema } from '../codes.ts'
import { SESSION_PATH } from '../session-path.ts'
import { UserSchema } from '../user.ts'
import type { Endpoint } from './endpoint.ts'

/** Answer to a read that the page has not sent, as its own call would give it. */
const BroughtReplySchema = v.object({ status: v.number(), body: v.unknown() })
export type BroughtReply = v.InferOutput<typeof BroughtReplySchema>

/** Exchanges `initData`, in `Authorization: tma <initData>`, for a session token. */
export const openSession = {
  method: 'POST',
  path: SESSION_PATH,
  response: v.object({
    token: v.string(),
    expiresAt: v.pipe(v.string(), v.isoTimestamp()),
    user: UserSchema,
    /**
     * The signed start_param, if it is one of our codes; else the code that the member brought to the bot's chat,
     * which can be read only once.
     */
    start: v.nullable(CodeSchema),
    /** What the first screen reads next, by the paths of those calls: the member, and what the signed code leads to. */
    replies: v.record(v.string(), BroughtReplySchema),
    /**
     * Markup of the screen that the signed code leads to, as this account sees it, in the language of `Accept-Language`; null
     * where the server draws none.
     */
    picture: v.nullable(v.object({ path: v.string(), html: v.string() })),
  }),
} as const satisfies Endpoint
