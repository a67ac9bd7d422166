import type { StoredUser } from '../store/store.ts'

/** Variables that middleware leaves for the routes behind it. */
export type HttpEnv = { Variables: { requestId: string; user: StoredUser } }
