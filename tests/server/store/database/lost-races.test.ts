import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openPostgresDatabase } from '#server/store/database/postgres-database.ts'
import { postgresDialect } from '#tests/support/store-dialects.ts'

const dialect = postgresDialect()
beforeAll(() => dialect.start(), 60_000)
afterAll(() => dialect.stop())

/** Loses as the victim of a deadlock does, until it has run three times. */
const LOSE_TWICE = `
create sequence runs;
create function lose_twice() returns bigint language plpgsql as $$
declare run bigint := nextval('runs');
begin
  if run < 3 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
  return run;
end $$`

test.each(['write', 'statement'] as const)(
  'what lost a race with another transaction runs again: %s',
  async (way) => {
    const databaseUrl = await dialect.createDatabase()
    await dialect.alter(databaseUrl, LOSE_TWICE)
    const database = await openPostgresDatabase(databaseUrl)
    onTestFinished(() => database.close())
    const { rows } = await database[way]((db) =>
      sql<{ run: number }>`select lose_twice() as run`.execute(db),
    )
    expect(rows).toEqual([{ run: 3 }])
  },
)
