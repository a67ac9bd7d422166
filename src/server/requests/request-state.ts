import type { RequestState } from '#shared/request.ts'
import type { CountedRequest } from '../store/rows/request-rows.ts'

/** @param now Unix time in milliseconds */
export function requestState({ request, answered }: CountedRequest, now: number): RequestState {
  if (request.closedAt !== null) return 'closed'
  if (request.expiresAt <= now) return 'expired'
  return request.maxAnswers !== null && answered >= request.maxAnswers ? 'full' : 'open'
}
