import * as v from 'valibot'
import type { UserStorage } from '#client/api/user-storage.ts'

/**
 * The storage that WalletConnect gets: that of one Telegram account, instead of a database that
 * all accounts would share. Writes are synchronous, so none is lost when the page goes away.
 */
export function libraryStorage(storage: UserStorage) {
  return {
    getItem: <T>(key: string): Promise<T | undefined> => {
      // The library reads only what it has written.
      const item = storage.read(
        getKey(key),
        v.custom<T>((value) => value !== undefined),
      )
      return Promise.resolve(item ?? undefined)
    },
    setItem: (key: string, value: unknown): Promise<void> =>
      Promise.resolve(storage.write(getKey(key), value)),
    removeItem: (key: string): Promise<void> => Promise.resolve(storage.remove(getKey(key))),
    // The library lists keys only to clean up sessions of its own provider, which we do not create.
    getKeys: (): Promise<string[]> => Promise.resolve([]),
    getEntries: <T>(): Promise<[string, T][]> => Promise.resolve([]),
  }
}

function getKey(key: string): string {
  return `evm/${key}`
}
