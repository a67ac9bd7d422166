import * as v from 'valibot'
import type { UserStorage } from '#client/api/user-storage.ts'

const PREFIX = 'evm/'

/**
 * The storage that WalletConnect gets: that of one Telegram account, instead of a database that
 * all accounts would share. Writes are synchronous, so none is lost when the page goes away.
 *
 * @param suffix of the name of the library's core, which is in all keys; the records are the same without it
 */
export function libraryStorage(storage: UserStorage, suffix: string) {
  let isOpen = true
  const getKey = (key: string) => `${PREFIX}${key.replace(`${suffix}//`, '//')}`
  return {
    getItem: <T>(key: string): Promise<T | undefined> => {
      // The library reads only what it has written.
      const item = storage.read(
        getKey(key),
        v.custom<T>((value) => value !== undefined),
      )
      return Promise.resolve(item ?? undefined)
    },
    async setItem(key: string, value: unknown): Promise<void> {
      if (isOpen) storage.write(getKey(key), value)
    },
    async removeItem(key: string): Promise<void> {
      if (isOpen) storage.remove(getKey(key))
    },
    // The library lists keys only to clean up sessions of its own provider, which we do not create.
    getKeys: (): Promise<string[]> => Promise.resolve([]),
    getEntries: <T>(): Promise<[string, T][]> => Promise.resolve([]),
    /** From now on nothing is written: a core that could not start is not stopped by that. */
    close: () => void (isOpen = false),
  }
}

/** Removes all records of the library, but not our own. */
export function forgetLibrary(storage: UserStorage): void {
  storage.clear(`${PREFIX}wc@2:`)
}
