import type { RunExclusive } from '../chains/user-queue.ts'
import type { StoredAttempt } from '../store/linking/attempts.ts'
import type { StoredUser } from '../store/stored.ts'

/** The attempt of a proof, its member, and the member's turn to query a chain. */
export type ProofInput = { user: StoredUser; attempt: StoredAttempt; runExclusive: RunExclusive }
