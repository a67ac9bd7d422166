import * as v from 'valibot'
import { plainText } from '../../plain-name.ts'
import type { Endpoint } from '../endpoint.ts'
import { MemberIdSchema } from './list-members.ts'

/** Longest reason, in characters. */
export const REASON_MAX = 300

/** Why an admin unlinks a wallet, for the member: plain text that no link, username or command can hide in. */
const ReasonSchema = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.check((reason) => Array.from(reason).length <= REASON_MAX),
  v.transform((reason) => plainText(reason, REASON_MAX)),
)

/** Unlinks a member's wallet. The bot tells the member, with the reason. */
export const unlinkMemberWallet = {
  method: 'POST',
  path: '/api/admin/wallets/:id/unlink',
  request: v.strictObject({
    /** Whose wallet the admin saw it as. */
    memberId: MemberIdSchema,
    reason: ReasonSchema,
  }),
  maxBytes: 4_096,
} as const satisfies Endpoint
