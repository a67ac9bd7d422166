import type { RunExclusive } from '../chains/user-queue.ts'
import type { StoredAttempt } from '../store/store.ts'
import type { StoredUser } from '../store/stored.ts'

/** What a proof is for, whose it is, and their turn to ask a chain. */
export type ProofInput = { user: StoredUser; attempt: StoredAttempt; runExclusive: RunExclusive }
