import type { EpochMs } from './stored.ts'

/** Codes that members brought to the bot's chat and that wait for the app: one a member, the latest. */
export interface StartStore {
  keepStart(start: { userId: string; code: string; expiresAt: EpochMs }): Promise<void>
  /** Takes the code away; null when none waits. */
  takeStart(userId: string, now: EpochMs): Promise<string | null>
}
