import * as v from 'valibot'
import { TelegramIdSchema } from '../../user.ts'
import { PersonSchema } from '../../person.ts'
import { BindingSchema, FamilySchema, LinkLevelSchema, WalletIdSchema } from '../../wallet.ts'
import type { Endpoint } from '../endpoint.ts'

/** Longest text that is searched for, in UTF-16 units: longer than every address. */
export const SEARCH_MAX = 100
/** Members on one page of the list, at most. */
export const MEMBERS_LISTED = 50

/** Position in a list, as the page before it said. */
export const CursorSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,44}$/))

/** Our own id of a member. */
export const MemberIdSchema = v.pipe(v.string(), v.regex(/^[\w-]{22}$/))

/** Which members: those with a wallet that has all of these values. */
const MemberFilterSchema = v.strictObject({
  family: v.optional(FamilySchema),
  level: v.optional(LinkLevelSchema),
  binding: v.optional(BindingSchema),
  /** Only wallets whose proof is known to no longer hold. */
  stale: v.optional(v.literal(true)),
})
export type MemberFilterChoice = v.InferOutput<typeof MemberFilterSchema>

const ListedMemberSchema = v.object({
  id: MemberIdSchema,
  telegramId: TelegramIdSchema,
  ...PersonSchema.entries,
  /** The oldest link first. */
  wallets: v.array(
    v.object({
      id: WalletIdSchema,
      family: FamilySchema,
      /** As its family shows addresses. */
      address: v.string(),
      isStale: v.boolean(),
    }),
  ),
})
export type ListedMember = v.InferOutput<typeof ListedMemberSchema>

/**
 * Members with wallets, for admins: by the beginnings of the words of a name or username, by Telegram's id, or by the whole
 * address of a wallet. Without a search, who linked last comes first.
 */
export const listMembers = {
  method: 'POST',
  path: '/api/admin/members',
  request: v.strictObject({
    search: v.pipe(v.string(), v.maxLength(SEARCH_MAX)),
    filter: MemberFilterSchema,
    /** Null for the first page. */
    after: v.nullable(CursorSchema),
  }),
  response: v.object({
    /** At most {@link MEMBERS_LISTED}, and sometimes fewer although more follow. */
    members: v.array(ListedMemberSchema),
    /** Of the next page; null where this is the last. */
    next: v.nullable(CursorSchema),
  }),
} as const satisfies Endpoint
