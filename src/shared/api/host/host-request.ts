import * as v from 'valibot'
import {
  FamiliesSchema,
  RequestCodeSchema,
  REQUEST_STATES,
  REQUEST_LIFE_S,
  RequestLifeSchema,
  RequestChangeSchema,
} from '../../request.ts'
import { HostUserSchema, HostWalletSchema } from './host-wallet.ts'
import { GroupIdSchema } from '../../group-id.ts'
import { type HostEndpoint, noParams, noQuery, PageQuerySchema, getPage } from './host-endpoint.ts'

/** A connect request as its maker sees it. Times are ISO 8601 in UTC. */
export const HostRequestSchema = v.object({
  code: RequestCodeSchema,
  /** Link that opens the Mini App with this request, from any chat. */
  url: v.pipe(v.string(), v.url()),
  families: FamiliesSchema,
  state: v.picklist(REQUEST_STATES),
  /** The group that it is for; `id` is Telegram's. */
  chat: v.nullable(v.object({ id: v.string(), title: v.string() })),
  membersOnly: v.boolean(),
  maxAnswers: v.nullable(v.number()),
  /** How many have answered and not withdrawn the answer. */
  answered: v.number(),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
})
export type HostRequest = v.InferOutput<typeof HostRequestSchema>

/** Who answered, and with which wallet; without it once the wallet is unlinked or the answer withdrawn. */
export const HostAnswerSchema = v.object({
  user: HostUserSchema,
  wallet: v.nullable(HostWalletSchema),
  answeredAt: v.pipe(v.string(), v.isoTimestamp()),
  withdrawnAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
})
export type HostAnswer = v.InferOutput<typeof HostAnswerSchema>

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

/** A connect request, and a page of its answers in the order in which they came. */
export const findRequest = {
  method: 'GET',
  path: '/v1/requests/:code',
  scope: 'requests:read',
  params: v.strictObject({ code: RequestCodeSchema }),
  query: PageQuerySchema,
  response: v.object({ request: HostRequestSchema, answers: getPage(HostAnswerSchema) }),
} as const satisfies HostEndpoint

/** Closes a connect request permanently, or gives one that is not closed a new end, counted from now. */
export const updateHostRequest = {
  method: 'PATCH',
  path: '/v1/requests/:code',
  scope: 'requests:write',
  params: v.strictObject({ code: RequestCodeSchema }),
  query: noQuery,
  request: RequestChangeSchema,
  response: HostRequestSchema,
} as const satisfies HostEndpoint
