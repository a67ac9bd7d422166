import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { withDatabase } from '#server/store/database/database-state.ts'
import { openPostgresDatabase } from '#server/store/database/postgres-database.ts'
import type { Sql } from '#server/store/database/sql-database.ts'
import { countWaiting } from '#tests/support/count-waiting.ts'
import { postgresDialect, runDialect } from '#tests/support/store-dialects.ts'

const dialect = runDialect(postgresDialect())

/** Loses as the victim of a deadlock does, until it has run three times. */
const LOSE_TWICE = `
create sequence runs;
create function lose_twice() returns bigint language plpgsql as $$
declare run bigint := nextval('runs');
begin
  if run < 3 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
  return run;
end $$`

const ask = (db: Sql) => sql<{ run: number }>`select lose_twice() as run`.execute(db)

async function open() {
  const databaseUrl = await dialect.createDatabase()
  const database = await openPostgresDatabase(databaseUrl)
  onTestFinished(() => database.close())
  return { databaseUrl, database }
}

test.each(['write', 'statement', 'read'] as const)(
  'what lost a race with another transaction runs again: %s',
  async (way) => {
    const { databaseUrl, database } = await open()
    await dialect.alter(databaseUrl, LOSE_TWICE)
    const { rows } = await (way === 'read' ? ask(database.read) : database[way](ask))
    expect(rows).toEqual([{ run: 3 }])
  },
)

test('a read runs again that a migration waits for, as it waits for the migration', async () => {
  const { databaseUrl, database } = await open()
  const reading = await withDatabase(databaseUrl, (db) =>
    db.transaction().execute(async (migration) => {
      // So the read looks for a deadlock first, and gives way.
      await sql`set local deadlock_timeout = '1min'`.execute(migration)
      await sql`lock table wallets in access exclusive mode`.execute(migration)
      const read = sql`select 1 from attempts, wallets`.execute(database.read)
      await expect.poll(() => countWaiting(migration)).toBe(1)
      await sql`lock table attempts in access exclusive mode`.execute(migration)
      // Not the promise itself: the transaction would wait for it, and it for the transaction.
      return { read }
    }),
  )
  expect((await reading.read).rows).toEqual([])
})
