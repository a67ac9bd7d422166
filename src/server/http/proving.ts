import type { RunExclusive } from '../chains/user-queue.ts'
import type { StoredAttempt, StoredUser } from '../store/store.ts'

/** What a proof is for, whose it is, and their turn to ask a chain. */
export type ProofInput = { user: StoredUser; attempt: StoredAttempt; runExclusive: RunExclusive }
