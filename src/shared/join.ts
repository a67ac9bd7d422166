import * as v from 'valibot'
import { ShownRuleSchema } from './door-rule.ts'
import { PersonSchema } from './person.ts'
import { WalletIdSchema } from './wallet.ts'

export const JoinIdSchema = v.pipe(v.string(), v.regex(/^[\w-]{22}$/))

/**
 * `asked`: nothing is decided yet · `queued`: the group's administrators decide, and a proof still lets in · `withdrawn`:
 * there is nothing left to decide, for the person asked again or Telegram has closed it.
 */
export const JOIN_STATES = ['asked', 'queued', 'approved', 'declined', 'withdrawn'] as const
export type JoinState = (typeof JOIN_STATES)[number]

/** Why a request to join is `asked` or `queued`. */
export const WAITING_REASONS = [
  /** No wallet of the person's meets the rule now. */
  'no-wallet',
  /** `asked`: the chain is being read. */
  'reading',
  /** The operator's code is asked, or has answered so. */
  'host',
  /** `queued`: the person has not proven a wallet in time. */
  'time-over',
  /** `queued`: the operator's code has not answered in time. */
  'host-silent',
  /** `queued`: the chain has not answered, so nobody knows who the owners are now. */
  'chain-away',
  /** `queued`: there is no multisig at the rule's address now, or more than its owners control it. */
  'multisig-unsure',
  /** `queued`: the rule is of a later version, or of a chain or family that is no longer accepted. */
  'rule-unknown',
  /** `queued`: the door was turned off, or was never on. */
  'door-off',
  /** `queued`: Telegram does not let the bot decide in this group. */
  'not-allowed',
] as const

/** Why a request to join is in its state. `approved` and `declined` also by `host`. */
export const JOIN_REASONS = [
  ...WAITING_REASONS,
  /** `approved`: by a wallet that meets the rule. */
  'proven',
  /** `withdrawn`: the person has asked anew. */
  'asked-again',
  /** `withdrawn`: Telegram no longer has the request: somebody decided it there, or it is over. */
  'closed-there',
] as const
export type JoinReason = (typeof JOIN_REASONS)[number]

/** Why what let a person in holds no longer. */
export const JOIN_ENDS = ['unlinked', 'moved', 'stale', 'not-owner'] as const
export type JoinEnd = (typeof JOIN_ENDS)[number]

const Time = v.pipe(v.string(), v.isoTimestamp())

/** A request to join a group, as the person who asks sees it. */
export const JoinSchema = v.object({
  id: JoinIdSchema,
  chat: v.object({ title: v.string() }),
  /** Null where nobody but administrators can decide. */
  rule: v.nullable(ShownRuleSchema),
  state: v.picklist(JOIN_STATES),
  why: v.picklist(JOIN_REASONS),
  /** Whether Telegram has it, so that nothing else can come of it. */
  isFinal: v.boolean(),
  /** The wallet that let the person in, while it is linked. */
  walletId: v.nullable(WalletIdSchema),
  askedAt: Time,
})
export type Join = v.InferOutput<typeof JoinSchema>

const personEntries = { id: JoinIdSchema, person: PersonSchema }

/** Somebody who waits, as administrators see them. */
export const WaitingJoinSchema = v.object({
  ...personEntries,
  state: v.picklist(['asked', 'queued']),
  why: v.picklist(WAITING_REASONS),
  askedAt: Time,
})
export type WaitingJoin = v.InferOutput<typeof WaitingJoinSchema>

/** Somebody who was let in by something that holds no longer. */
export const EndedJoinSchema = v.object({
  ...personEntries,
  why: v.picklist(JOIN_ENDS),
  endedAt: Time,
})
export type EndedJoin = v.InferOutput<typeof EndedJoinSchema>

/** A group that a wallet opened the door of, as Home shows it. */
export const DoorInUseSchema = v.object({
  joinId: JoinIdSchema,
  walletId: WalletIdSchema,
  chat: v.object({ title: v.string() }),
  decidedAt: Time,
})
export type DoorInUse = v.InferOutput<typeof DoorInUseSchema>
