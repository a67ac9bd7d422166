import type { EpochMs } from '../store/database/stored.ts'

/** Whether the chain was read so recently. A reading from the future is by a clock that was wrong. */
export function isRecent(
  { checkedAt }: { checkedAt: EpochMs },
  { maxAgeMs, now }: { maxAgeMs: number; now: EpochMs },
): boolean {
  const ageMs = now - checkedAt
  return ageMs >= 0 && ageMs <= maxAgeMs
}
