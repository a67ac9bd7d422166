import type { Attempt } from '#shared/attempt.ts'
import { createUserStorage } from '#client/api/user-storage.ts'
import { createAttemptMemory } from '#client/screens/state/attempt-memory.ts'
import { ADA } from './app-server.ts'
import { createMemoryStorage, type MemoryStorage } from './memory-storage.ts'

/** A device on which a wallet has been opened for this attempt, by the account with this number. @default Ada's */
export function getDevice(attempt: Attempt, accountId = ADA.id): MemoryStorage {
  const device = createMemoryStorage()
  createAttemptMemory(createUserStorage(device, String(accountId))).keep(attempt, 'opened')
  return device
}
