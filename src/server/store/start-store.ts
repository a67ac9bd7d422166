import type { EpochMs } from './stored.ts'

/**
 * Start parameters that members brought to the bot's chat and that wait for the app. Each member has one, the latest.
 */
export interface StartStore {
  keepStart(start: { userId: string; code: string; expiresAt: EpochMs }): Promise<void>
  /** Returns the code and deletes it; null when none waits. */
  takeStart(userId: string, now: EpochMs): Promise<string | null>
}
