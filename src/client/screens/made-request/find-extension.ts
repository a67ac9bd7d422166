import { type MadeRequest, REQUEST_LIFE_S } from '#shared/request.ts'

/** A shorter extension is not worth a press, in seconds. */
const LEAST_S = 60

/**
 * For how long the request would be open from now on, in seconds, if it is extended by a week; null where it is closed
 * or full, or already open for almost the longest time.
 */
export function findExtension({ state, expiresAt }: MadeRequest, now: number): number | null {
  if (state === 'closed' || state === 'full') return null
  const left = Math.max(0, Math.floor((Date.parse(expiresAt) - now) / 1_000))
  const extended = Math.min(left + REQUEST_LIFE_S.usual, REQUEST_LIFE_S.longest)
  return extended - left > LEAST_S ? extended : null
}
