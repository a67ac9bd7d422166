import * as v from 'valibot'

/** The part of the browser's storage that we use. Any of it may throw, because clients block storage. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** Reports what other tabs change in the browser's storage: `window` implements it. */
export type StorageEvents = {
  addEventListener(
    type: 'storage',
    listener: (event: Pick<StorageEvent, 'key' | 'newValue'>) => void,
  ): void
}

/** What this device stores for one Telegram account. Losing it is normal and costs only time. */
export type UserStorage = {
  /** The stored value, if it still fits the schema; else null. */
  read<S extends v.GenericSchema>(key: string, schema: S): v.InferOutput<S> | null
  write(key: string, value: unknown): void
  remove(key: string): void
  /** Calls each time another tab removes this key. */
  onRemovedElsewhere(events: StorageEvents, key: string, act: () => void): void
  /** Removes everything of this account whose key starts like this. @param prefix @default everything */
  clear(prefix?: string): void
}

const PREFIX = 'clasp/'

/** Wallet libraries that write some of their keys without our prefix. */
type ForeignLibrary = {
  /** Name of our key that holds the id of the account whose data they store. */
  mark: string
  /** Prefixes of their keys. */
  prefixes: readonly string[]
}

/** Several Telegram accounts share one storage on a device, so every key contains the account's id. */
export function createUserStorage(storage: KeyValueStorage, telegramId: string): UserStorage {
  const getKey = (key: string) => `${PREFIX}${telegramId}/${key}`
  return {
    read: (key, schema) => {
      const parsed = v.safeParse(
        schema,
        parseJson(attempt(() => storage.getItem(getKey(key)), null)),
      )
      return parsed.success ? parsed.output : null
    },
    write: (key, value) =>
      attempt(() => storage.setItem(getKey(key), JSON.stringify(value)), undefined),
    remove: (key) => attempt(() => storage.removeItem(getKey(key)), undefined),
    onRemovedElsewhere(events, key, act) {
      events.addEventListener('storage', (event) => {
        if (event.key === getKey(key) && event.newValue === null) act()
      })
    },
    clear: (prefix = '') => attempt(() => removeByPrefix(storage, getKey(prefix)), undefined),
  }
}

/** When another account opens the app, removes what such libraries stored for the previous one. */
export function forgetFormerUser(
  storage: KeyValueStorage,
  telegramId: string,
  { mark, prefixes }: ForeignLibrary,
): void {
  attempt(() => {
    const key = `${PREFIX}${mark}`
    if (storage.getItem(key) === telegramId) return
    for (const prefix of prefixes) removeByPrefix(storage, prefix)
    storage.setItem(key, telegramId)
  }, undefined)
}

function removeByPrefix(storage: KeyValueStorage, prefix: string): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
  for (const key of keys) if (key?.startsWith(prefix)) storage.removeItem(key)
}

function parseJson(text: string | null): unknown {
  return text === null ? null : attempt<unknown>(() => JSON.parse(text), null)
}

function attempt<T>(act: () => T, otherwise: T): T {
  try {
    return act()
  } catch {
    return otherwise
  }
}
