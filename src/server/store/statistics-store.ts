import type { ClientPlatform } from '#shared/client-platform.ts'
import type { EpochMs } from './stored.ts'

/** Attempts alike in all that is counted. */
export type AttemptTally = {
  /** `linked`, `cancelled`, `expired`, or the code with which they failed. */
  outcome: string
  platform: ClientPlatform
  walletApp: string | null
  count: number
}

/** Counts without anybody in them. Attempts that were swept or deleted with their member stay counted, by day. */
export interface StatisticsStore {
  countLinked(): Promise<number>
  /** Of the wallets linked now, how many were linked on each UTC day from `since` on; days without any are left out. */
  linkedByDay(since: EpochMs): Promise<{ day: string; count: number }[]>
  /** Settled attempts made from `since` on, the most frequent first. */
  tallyAttempts(since: EpochMs, now: EpochMs): Promise<AttemptTally[]>
}
