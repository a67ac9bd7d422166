import { onTestFinished } from 'vitest'
import { openStore } from '#server/store/open-store.ts'
import type { Store } from '#server/store/store.ts'
import { createTestDatabase } from './test-databases.ts'

const DATA_KEY = Uint8Array.from({ length: 32 }, (_, index) => index * 3 + 1)

/**
 * Opens a store with a webhook and closes it with the test. All these stores use the same key.
 *
 * @param databaseUrl by default of a new database
 */
export async function openTestStore(databaseUrl?: string): Promise<Store> {
  const store = await openStore({
    databaseUrl: databaseUrl ?? (await createTestDatabase()),
    dataKey: DATA_KEY,
    delivers: true,
  })
  onTestFinished(() => store.close())
  return store
}
