import type { Turn } from '../chains/one-question-each.ts'
import type { StoredAttempt, StoredUser } from '../store/store.ts'

/** What a proof is for, whose it is, and their turn to ask a chain. */
export type Proving = { user: StoredUser; attempt: StoredAttempt; turn: Turn }
