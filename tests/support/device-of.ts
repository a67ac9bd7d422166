import type { Attempt } from '#shared/attempt.ts'
import { createUserStorage } from '#client/api/user-storage.ts'
import { createAttemptMemory } from '#client/screens/state/attempt-memory.ts'
import { USER } from './sample-data.ts'
import { createMemoryStorage, type MemoryStorage } from './memory-storage.ts'

/** A device on which a wallet has been opened for this attempt. */
export function deviceOf(attempt: Attempt): MemoryStorage {
  const device = createMemoryStorage()
  createAttemptMemory(createUserStorage(device, USER.telegramId)).keep(attempt, 'opened')
  return device
}
