import type { Attempt } from '#shared/attempt.ts'
import { createUserStorage } from '#client/api/user-storage.ts'
import { createAttemptMemory } from '#client/screens/linking/attempt-memory.ts'
import { createMemoryStorage, type MemoryStorage } from './memory-storage.ts'
import { ADA } from './people.ts'

/** A device on which the account with this id has opened a wallet for this attempt. @default Ada's */
export function getDevice(attempt: Attempt, accountId = ADA.id): MemoryStorage {
  const device = createMemoryStorage()
  createAttemptMemory(createUserStorage(device, String(accountId))).keep(attempt, 'opened')
  return device
}
