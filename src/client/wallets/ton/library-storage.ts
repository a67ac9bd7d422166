import * as v from 'valibot'
import type { UserStorage } from '#client/api/user-storage.ts'

/** Where the library keeps the connection, pending or made. */
const CONNECTION_KEY = 'ton/ton-connect-storage_bridge-connection'

/** The storage that the library gets: strings of one Telegram account. */
export function libraryStorage(storage: UserStorage) {
  return {
    getItem: (key: string) => Promise.resolve(storage.read(`ton/${key}`, v.string())),
    setItem: (key: string, value: string) => Promise.resolve(storage.write(`ton/${key}`, value)),
    removeItem: (key: string) => Promise.resolve(storage.remove(`ton/${key}`)),
  }
}

/** Keeps the library from picking its connection up again. */
export function forgetLibraryConnection(storage: UserStorage): void {
  storage.remove(CONNECTION_KEY)
}
