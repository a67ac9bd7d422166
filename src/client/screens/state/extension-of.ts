import { type MadeRequest, REQUEST_LIFE_S } from '#shared/request.ts'

/** Less is not worth a press, in seconds. */
const LEAST_S = 60

/**
 * How long the request may be open from now on, in seconds, if a week is added to the time that is left; null where it
 * is closed or full, or open for almost as long as it can be.
 */
export function findExtension({ state, expiresAt }: MadeRequest, now: number): number | null {
  if (state === 'closed' || state === 'full') return null
  const left = Math.max(0, Math.floor((Date.parse(expiresAt) - now) / 1_000))
  const extended = Math.min(left + REQUEST_LIFE_S.usual, REQUEST_LIFE_S.longest)
  return extended - left > LEAST_S ? extended : null
}
