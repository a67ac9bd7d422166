import type { KeyValueStorage } from '#client/api/user-storage.ts'

/** A browser's storage for one test that also lists its keys. */
export type MemoryStorage = KeyValueStorage & { keys(): string[] }

export function createMemoryStorage(): MemoryStorage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    keys: () => [...items.keys()],
  }
}
