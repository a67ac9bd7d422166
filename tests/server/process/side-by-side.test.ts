// @module-tag wide

import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openStore } from '#server/store/open-store.ts'
import type { LaterMigrations } from '#tests/support/server-orders.ts'
import { startServersUnderLoad } from '#tests/support/servers-under-load.ts'
import { postgresDialect, sqliteDialect, runDialect } from '#tests/support/store-dialects.ts'

const DATA_KEY = randomBytes(32)

const EXPANSION: LaterMigrations = {
  '9.0.0-expand-notes': [
    'create table notes (id text primary key)',
    'alter table wallets add column note text',
    "alter table attempts add column note text not null default ''",
    'create index wallets_note on wallets (note)',
  ],
}
const CONTRACTION: LaterMigrations = {
  '9.1.0-contract-9.0.0-expand-notes': [
    'drop index wallets_note',
    'alter table attempts drop column note',
    'alter table wallets drop column note',
    'drop table notes',
  ],
}

describe.each([sqliteDialect(), postgresDialect()])('neighbouring versions on $name', (dialect) => {
  runDialect(dialect)

  test(
    'work side by side while the later one expands, and then contracts, and no link fails',
    { timeout: 300_000 },
    async () => {
      const databaseUrl = await dialect.createDatabase()
      const { start, stop, link, end } = await startServersUnderLoad(databaseUrl)
      const present = await start(DATA_KEY.toString('hex'))
      await link()
      const expanded = await start(DATA_KEY.toString('hex'), EXPANSION)
      await link()
      await stop(present)
      const later = { ...EXPANSION, ...CONTRACTION }
      const contracted = await start(DATA_KEY.toString('hex'), later)
      await link()
      await stop(expanded)
      await link()
      const statuses = await end()
      await stop(contracted)

      expect(new Set(statuses)).toEqual(new Set([201]))
      const { wallets = [] } = await dialect.dump(databaseUrl)
      expect(wallets).toHaveLength(statuses.length)
      // This build knows neither migration, and says that it cannot work with what is left.
      const opening = openStore({ databaseUrl, dataKey: DATA_KEY, delivers: false })
      await expect(opening).rejects.toThrow('the schema of the database is newer')
    },
  )
})
