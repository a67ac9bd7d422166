import * as v from 'valibot'
import { PersonSchema } from '../../person.ts'
import { MadeRequestSchema, RequestCodeSchema, ShownWalletSchema } from '../../request.ts'
import { TelegramIdSchema } from '../../user.ts'
import { WalletIdSchema } from '../../wallet.ts'
import type { Endpoint } from '../endpoint.ts'
import { MemberIdSchema } from './list-members.ts'

const Time = v.pipe(v.string(), v.isoTimestamp())

/** What is stored about one member, for admins. */
const MemberSchema = v.object({
  id: MemberIdSchema,
  telegramId: TelegramIdSchema,
  ...PersonSchema.entries,
  firstSeenAt: Time,
  lastSeenAt: Time,
  /** Whether the bot can write to the member. */
  mayMessage: v.boolean(),
  /** The oldest link first. */
  wallets: v.array(v.object({ id: WalletIdSchema, wallet: ShownWalletSchema })),
  /** Documents of proofs that left this server. */
  proofs: v.object({ handedOut: v.number(), ended: v.number() }),
  /** Requests that the member answered, the newest answer first. */
  answers: v.array(
    v.object({
      requestCode: RequestCodeSchema,
      answeredAt: Time,
      withdrawnAt: v.nullable(Time),
    }),
  ),
  /** Requests that the member made, the newest first. */
  requests: v.array(MadeRequestSchema),
  /** The newest first, as long as events are stored. */
  events: v.array(
    v.object({
      id: v.string(),
      /** Such as `wallet.linked`. */
      type: v.string(),
      at: Time,
      /** Of the wallet that it is about, as its family shows addresses; null for none. */
      address: v.nullable(v.string()),
      /** What an admin wrote for the member; null for nothing. */
      reason: v.nullable(v.string()),
    }),
  ),
})
export type MemberDetail = v.InferOutput<typeof MemberSchema>

export const getMember = {
  method: 'GET',
  path: '/api/admin/members/:id',
  response: MemberSchema,
} as const satisfies Endpoint
