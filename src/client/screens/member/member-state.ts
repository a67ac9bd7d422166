import type { ResponseOf } from '#shared/api/endpoint.ts'
import type { getMe } from '#shared/api/get-me.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { User } from '#shared/user.ts'

export type Me = ResponseOf<typeof getMe>

/** The member as far as this device knows. */
export type MemberState =
  | { status: 'loading' }
  | { status: 'failed'; code: ProblemCode }
  | KnownMember
  /** A browser that may finish one attempt of a member, and knows nothing else about them. */
  | { status: 'ticket'; user: User; attemptId: string; purpose: TicketPurpose }
  | { status: 'deleted' }

/** The one attempt's purpose: to link a wallet, or to give an owner's confirmation for a multisig. */
export type TicketPurpose = 'unknown' | 'link' | 'cosign'

export type KnownMember = {
  status: 'known'
  me: Me
  /** Why the shown data may be out of date; null when it is current, or being refreshed. */
  outdated: ProblemCode | null
}
