import * as v from 'valibot'
import { AttemptSummarySchema, ConsentSchema } from '../attempt.ts'
import { PolicySchema } from '../boot.ts'
import { OwnCardSchema } from '../card.ts'
import { DoorInUseSchema } from '../join.ts'
import { CosigningSummarySchema } from '../multisig.ts'
import { AnswerInUseSchema } from '../request.ts'
import { UserSchema } from '../user.ts'
import { WalletSchema } from '../wallet.ts'
import type { Endpoint } from './endpoint.ts'

export const ANSWERS_LISTED = 20

/** The member, the linked wallets and where they are in use, what waits for the member, and the operator's policy. */
export const getMe = {
  method: 'GET',
  path: '/api/me',
  response: v.object({
    user: UserSchema,
    wallets: v.array(WalletSchema),
    consents: v.array(ConsentSchema),
    /** The newest live attempt that has got as far as a wallet, on any device. */
    attempt: v.nullable(AttemptSummarySchema),
    /** Open cosignings in which the member has a part, newest first. */
    cosignings: v.array(CosigningSummarySchema),
    /** The newest answers that stand, at most {@link ANSWERS_LISTED}. A server of 1.0.0 lists none, nor any card. */
    answers: v.optional(v.array(AnswerInUseSchema), []),
    /** The member's live cards, at most one for each wallet. */
    cards: v.optional(v.array(OwnCardSchema), []),
    /** Groups whose door a wallet of the member's opened, the latest first, at most {@link ANSWERS_LISTED}. */
    doors: v.optional(v.array(DoorInUseSchema), []),
    /** Whether the member may see the admin view. */
    admin: v.boolean(),
    /** Whether the member may have somewhere to ask for wallets, or has asked: `listChats` says where. */
    asks: v.boolean(),
    policy: PolicySchema,
  }),
} as const satisfies Endpoint
