import type { ClientPlatform } from '#shared/client-platform.ts'
import type { EpochMs } from './stored.ts'

/** The count of attempts that are equal in all counted properties. */
export type AttemptTally = {
  /** `linked`, `cancelled`, `expired`, or the code with which they failed. */
  outcome: string
  platform: ClientPlatform
  walletApp: string | null
  count: number
}

/** Counts without personal data. Attempts that were swept or deleted with their member stay counted, by day. */
export interface StatisticsStore {
  countLinked(): Promise<number>
  /**
   * How many of the currently linked wallets were linked on each UTC day from `since` on. Days without any are left
   * out.
   */
  linkedByDay(since: EpochMs): Promise<{ day: string; count: number }[]>
  /** Settled attempts made from `since` on, the most frequent first. */
  tallyAttempts(since: EpochMs, now: EpochMs): Promise<AttemptTally[]>
}
