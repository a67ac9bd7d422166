import * as v from 'valibot'
import { FamiliesSchema, RequestCodeSchema, REQUEST_STATES } from '../../request.ts'
import { HostUserSchema, HostWalletSchema } from './host-wallet.ts'

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
