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
  /** A browser that may finish one attempt of somebody's, and knows no more of them. */
  | { status: 'ticket'; user: User; attemptId: string; purpose: TicketPurpose }
  | { status: 'deleted' }

/** What the one attempt is to do: link a wallet, or give an owner's confirmation for a multisig. */
export type TicketPurpose = 'unknown' | 'link' | 'cosign'

export type KnownMember = {
  status: 'known'
  me: Me
  /** Why what is shown may not be the truth any more; null when it is, or is being asked for. */
  outdated: ProblemCode | null
}
