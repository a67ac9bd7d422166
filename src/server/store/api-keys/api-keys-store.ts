import type { SqlContext } from '../rows/transaction.ts'
import { createApiKeys } from './api-keys.ts'
import { createIdempotencyKeys } from './idempotency-keys.ts'

/** Keys of the host API, and the replies to requests under an Idempotency-Key. */
export function createApiKeysStore(context: SqlContext) {
  return {
    ...createApiKeys(context),
    ...createIdempotencyKeys(context),
  }
}
