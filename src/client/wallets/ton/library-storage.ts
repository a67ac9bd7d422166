import * as v from 'valibot'
import type { UserStorage } from '#client/api/user-storage.ts'

/** Key under which the library stores the connection, pending or made. */
const CONNECTION_KEY = 'ton/ton-connect-storage_bridge-connection'

/** The storage that the library gets: strings of one Telegram account. */
export function libraryStorage(storage: UserStorage) {
  return {
    getItem: (key: string) => Promise.resolve(storage.read(`ton/${key}`, v.string())),
    setItem: (key: string, value: string) => Promise.resolve(storage.write(`ton/${key}`, value)),
    removeItem: (key: string) => Promise.resolve(storage.remove(`ton/${key}`)),
  }
}

/** Prevents the library from resuming its connection. */
export function forgetLibraryConnection(storage: UserStorage): void {
  storage.remove(CONNECTION_KEY)
}
