import * as v from 'valibot'
import { PersonSchema } from './person.ts'
import { REQUEST_CODE } from './start-param.ts'
import {
  FamilySchema,
  ShownEvmWalletSchema,
  ShownTonWalletSchema,
  WalletIdSchema,
} from './wallet.ts'

export const RequestCodeSchema = v.pipe(v.string(), v.regex(REQUEST_CODE))

/** Families from which a wallet may answer, without duplicates. */
export const FamiliesSchema = v.pipe(
  v.array(FamilySchema),
  v.minLength(1),
  v.check((families) => new Set(families).size === families.length),
)

const DAY_S = 24 * 60 * 60
/** How long a request may be open, in seconds. */
export const REQUEST_LIFE_S = { shortest: 60, longest: 90 * DAY_S, usual: 7 * DAY_S } as const
export const RequestLifeSchema = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(REQUEST_LIFE_S.shortest),
  v.maxValue(REQUEST_LIFE_S.longest),
)

/** How its maker can change a request: close it permanently, or give one that is not closed a new end, from now. */
export const RequestChangeSchema = v.union([
  v.strictObject({ state: v.literal('closed') }),
  /** Seconds. */
  v.strictObject({ expiresIn: RequestLifeSchema }),
])

/** `closed` by its maker or with its chat, `expired` by time, `full` by its number of answers; none takes an answer. */
export const REQUEST_STATES = ['open', 'closed', 'expired', 'full'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

const Time = v.pipe(v.string(), v.isoTimestamp())

/** Who asks. `operator`: the operator of this app, by the host API · `gone`: a member who has deleted everything. */
const RequesterSchema = v.variant('kind', [
  v.object({ kind: v.literal('operator') }),
  v.object({ kind: v.literal('member'), person: PersonSchema }),
  v.object({ kind: v.literal('gone') }),
])
export type Requester = v.InferOutput<typeof RequesterSchema>

/** A request as its maker sees it. Times are ISO 8601 in UTC. */
export const MadeRequestSchema = v.object({
  code: RequestCodeSchema,
  /** Link that opens the Mini App with this request, from any chat. */
  url: v.pipe(v.string(), v.url()),
  families: FamiliesSchema,
  state: v.picklist(REQUEST_STATES),
  /** The chat that it was made for; null where its maker sends it to people they choose. */
  chat: v.nullable(v.object({ title: v.string() })),
  membersOnly: v.boolean(),
  /** How many have answered and not withdrawn the answer. */
  answered: v.number(),
  /**
   * The bot's message in the chat. `none`: the bot sends none · `waiting`: not sent yet · `left`: sent, but its count
   * is not updated any longer · `refused`: it cannot be sent.
   */
  message: v.picklist(['none', 'waiting', 'sent', 'left', 'refused']),
  createdAt: Time,
  expiresAt: Time,
})
export type MadeRequest = v.InferOutput<typeof MadeRequestSchema>

/** A connect request as a member who opened its link sees it. */
export const RequestSchema = v.object({
  code: RequestCodeSchema,
  families: FamiliesSchema,
  state: v.picklist(REQUEST_STATES),
  requester: RequesterSchema,
  /** Whether anybody could have made the request in a group of their own, and anybody may answer it. */
  byAnybody: v.boolean(),
  chat: v.nullable(v.object({ title: v.string() })),
  /** Whether only members of the chat may answer. */
  membersOnly: v.boolean(),
  expiresAt: Time,
  /** The member's own answer, if there is one. */
  answer: v.nullable(v.object({ walletId: v.nullable(v.string()), answeredAt: Time })),
  /** The maker's view, if this member made it. */
  made: v.nullable(MadeRequestSchema),
})
export type Request = v.InferOutput<typeof RequestSchema>

/** An answer of the member's that stands, as Home shows it. */
export const AnswerInUseSchema = v.object({
  code: RequestCodeSchema,
  walletId: WalletIdSchema,
  requester: RequesterSchema,
  chat: v.nullable(v.object({ title: v.string() })),
  /** Never `full`: who has answered may change the answer even then. */
  state: v.picklist(REQUEST_STATES),
  answeredAt: Time,
})
export type AnswerInUse = v.InferOutput<typeof AnswerInUseSchema>

/** A wallet as another member sees it: what was proven, without what its holder wrote for themselves. */
export const ShownWalletSchema = v.variant('family', [ShownTonWalletSchema, ShownEvmWalletSchema])
export type ShownWallet = v.InferOutput<typeof ShownWalletSchema>

/** An answer as the request's maker sees it; without a wallet once it is unlinked or the answer withdrawn. */
export const ReceivedAnswerSchema = v.object({
  person: PersonSchema,
  wallet: v.nullable(ShownWalletSchema),
  answeredAt: Time,
  withdrawnAt: v.nullable(Time),
})
export type ReceivedAnswer = v.InferOutput<typeof ReceivedAnswerSchema>
