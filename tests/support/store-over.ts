import { randomBytes } from 'node:crypto'
import { createKeyRing } from '#server/store/database/field-cipher.ts'
import type { SqlDatabase } from '#server/store/database/sql-database.ts'
import { createSqlStore, type Store } from '#server/store/store.ts'

type Own = Partial<Omit<Parameters<typeof createSqlStore>[0], 'database'>>

/** A store over a database that the test has opened, with a key of its own. @param own what it needs otherwise */
export function storeOver(database: SqlDatabase, own: Own = {}): Store {
  return createSqlStore({
    database,
    cipher: createKeyRing({ dataKey: randomBytes(32) }),
    delivers: true,
    keepsNames: true,
    accepts: () => true,
    onUnreadable: () => undefined,
    ...own,
  })
}
