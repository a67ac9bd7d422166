import * as v from 'valibot'
import { type HostEndpoint, noParams, noQuery } from './host-endpoint.ts'
import { FamiliesSchema, REQUEST_LIFE_S, RequestLifeSchema } from '../../request.ts'
import { HostRequestSchema } from './host-request.ts'

/** Telegram's id of a group: negative, decimal. */
const GroupIdSchema = v.pipe(v.string(), v.regex(/^-[1-9]\d{0,15}$/))

/** A link that asks whoever opens it to connect a wallet and to let the operator know. */
export const createRequest = {
  method: 'POST',
  path: '/v1/requests',
  scope: 'requests:write',
  params: noParams,
  query: noQuery,
  request: v.strictObject({
    /** From which a wallet may answer; every family that this server offers unless told. */
    families: v.optional(FamiliesSchema),
    /** Seconds until the link asks no more; a week unless told. */
    expiresIn: v.optional(RequestLifeSchema, REQUEST_LIFE_S.usual),
    /** The group that it is for, and names wherever it is opened; the bot must be in it. None unless told. */
    chatId: v.optional(GroupIdSchema),
    /** Whether only members of the group may answer; needs `chatId`. */
    membersOnly: v.optional(v.boolean(), false),
    /** After how many answers it takes no more; without end unless told. */
    maxAnswers: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))),
  }),
  response: HostRequestSchema,
  status: 201,
} as const satisfies HostEndpoint
