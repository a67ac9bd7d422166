import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe } from 'vitest'
import { openStore, type StoreOptions } from '#server/store/open-store.ts'
import type { Store } from '#server/store/store.ts'
import { type Dump, type StoreDialect, storeDialects, runDialect } from './store-dialects.ts'

/** Enough for many transactions at the same time, on a machine that does other things. */
const TIMEOUT_MS = 60_000

/** The tools for a test of the store, with a new database each time. */
export type StoreStage = {
  readonly store: Store
  readonly dataKey: Uint8Array
  readonly databaseUrl: string
  /** Sequences of the events that the store reported as unreadable. */
  readonly unreadable: number[]
  /** Opens a second store on the same database, as another process does. It closes with the test. */
  openAnother(change?: Partial<StoreOptions>): Promise<Store>
  dump(): Promise<Dump>
  /** Runs a statement without the store. */
  alter(statement: string): Promise<void>
}

/** Runs tests on both dialects: in the quick suite on SQLite, in the wide one on Postgres. Host events are delivered. */
export function describeStore(noun: string, define: (stage: StoreStage) => void): void {
  for (const dialect of storeDialects()) {
    const tags = dialect.name === 'SQLite' ? [] : ['wide']
    describe(`${noun} on ${dialect.name}`, { tags, timeout: TIMEOUT_MS }, () => {
      defineOn(dialect, define)
    })
  }
}

/** The same where the dialects do it differently: on both in the quick suite. */
export function describeBothStores(noun: string, define: (stage: StoreStage) => void): void {
  describe.each(storeDialects())(`${noun} on $name`, { timeout: TIMEOUT_MS }, (dialect) => {
    defineOn(dialect, define)
  })
}

function defineOn(dialect: StoreDialect, define: (stage: StoreStage) => void): void {
  const dataKey = Uint8Array.from(randomBytes(32))
  const unreadable: number[] = []
  let options: StoreOptions
  let stores: Store[] = []

  runDialect(dialect)
  beforeEach(async () => {
    unreadable.length = 0
    options = {
      databaseUrl: await dialect.createDatabase(),
      dataKey,
      delivers: true,
      onUnreadable: (sequence) => unreadable.push(sequence),
    }
    stores = [await openStore(options)]
  })
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()))
    await dialect.dropDatabase(options.databaseUrl)
  })

  define({
    get store() {
      const [store] = stores
      if (!store) throw new Error('the store is open during tests only')
      return store
    },
    dataKey,
    get databaseUrl() {
      return options.databaseUrl
    },
    unreadable,
    async openAnother(change) {
      const store = await openStore({ ...options, ...change })
      stores.push(store)
      return store
    },
    dump: () => dialect.dump(options.databaseUrl),
    alter: (statement) => dialect.alter(options.databaseUrl, statement),
  })
}
