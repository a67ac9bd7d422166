import * as v from 'valibot'
import { GroupIdSchema } from '../../group-id.ts'
import { type HostEndpoint, noParams, noQuery } from './host-endpoint.ts'
import { FamiliesSchema, REQUEST_LIFE_S, RequestLifeSchema } from '../../request.ts'
import { HostRequestSchema } from './host-request.ts'

/** A link that asks everyone who opens it to connect a wallet and to share it with the operator. */
export const createRequest = {
  method: 'POST',
  path: '/v1/requests',
  scope: 'requests:write',
  params: noParams,
  query: noQuery,
  request: v.strictObject({
    /** Families from which a wallet may answer. Default: every family that this server offers. */
    families: v.optional(FamiliesSchema),
    /** Seconds until the request expires. Default: a week. */
    expiresIn: v.optional(RequestLifeSchema, REQUEST_LIFE_S.usual),
    /** The group that it is for; every screen that shows the request names it. The bot must be in it. Default: none. */
    chatId: v.optional(GroupIdSchema),
    /** Whether only members of the group may answer; needs `chatId`. */
    membersOnly: v.optional(v.boolean(), false),
    /** After how many answers it closes. Default: no limit. */
    maxAnswers: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))),
  }),
  response: HostRequestSchema,
  status: 201,
} as const satisfies HostEndpoint
