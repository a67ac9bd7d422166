import type { RequestState } from '#shared/request.ts'
import type { StoredRequest } from '../store/request-store.ts'

/** @param now Unix time in milliseconds */
export function requestState({ closedAt, expiresAt }: StoredRequest, now: number): RequestState {
  if (closedAt !== null) return 'closed'
  return expiresAt <= now ? 'expired' : 'open'
}
