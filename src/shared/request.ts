import * as v from 'valibot'
import { REQUEST_CODE } from './request-code.ts'
import { FamilySchema } from './wallet.ts'

export const RequestCodeSchema = v.pipe(v.string(), v.regex(REQUEST_CODE))

/** Families from which a wallet may answer, none twice. */
export const FamiliesSchema = v.pipe(
  v.array(FamilySchema),
  v.minLength(1),
  v.check((families) => new Set(families).size === families.length),
)

/** `closed` by its maker, `expired` by time; neither takes an answer. */
export const REQUEST_STATES = ['open', 'closed', 'expired'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

/** A connect request as a member sees it who opened its link. Times are ISO 8601 in UTC. */
export const RequestSchema = v.object({
  code: RequestCodeSchema,
  families: FamiliesSchema,
  state: v.picklist(REQUEST_STATES),
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The member's own answer, if it stands. */
  answer: v.nullable(
    v.object({
      walletId: v.nullable(v.string()),
      answeredAt: v.pipe(v.string(), v.isoTimestamp()),
    }),
  ),
})
export type Request = v.InferOutput<typeof RequestSchema>
