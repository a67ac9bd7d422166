import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { errorCode } from '#server/log/error-code.ts'
import { openPostgresDatabase } from '#server/store/database/postgres-database.ts'
import type { AheadQuery, Sql, SqlDatabase } from '#server/store/database/sql-database.ts'
import { postgresDialect, runDialect } from '#tests/support/store-dialects.ts'

const NOT_NULL_VIOLATION = '23502'
const LOCK_NOT_AVAILABLE = '55P03'

const dialect = runDialect(postgresDialect())
let database: SqlDatabase
beforeEach(async () => {
  database = await openPostgresDatabase(await dialect.createDatabase())
  onTestFinished(() => database.close())
})

/** Inserts a tally whose statement nobody waits for. Null is not allowed as its day. */
async function insertAhead(db: Sql, day: string | null): Promise<void> {
  const insert = sql`insert into attempt_tallies values (${day}, 'linked', 'ios', '', 1)`
  const query: AheadQuery = { ...insert.compile(db), isAhead: true }
  await db.executeQuery(query)
}

async function listDays(db: Sql): Promise<string[]> {
  const rows = await db.selectFrom('attempt_tallies').select('day').orderBy('day').execute()
  return rows.map(({ day }) => day)
}

const codeOf = (work: Promise<unknown>) => work.then(() => 'no error', errorCode)

test('a statement that was sent without a wait is seen by the next one, and committed', async () => {
  const seen = await database.write(async (trx) => {
    await insertAhead(trx, '2026-01-01')
    await insertAhead(trx, '2026-01-02')
    return listDays(trx)
  })
  expect(seen).toEqual(['2026-01-01', '2026-01-02'])
  expect(await listDays(database.read)).toEqual(seen)
})

test('the failure of a statement that was sent without a wait is reported by the next one, and nothing is written', async () => {
  const writing = database.write(async (trx) => {
    await insertAhead(trx, '2026-01-01')
    await insertAhead(trx, null)
    await listDays(trx)
  })
  expect(await codeOf(writing)).toBe(NOT_NULL_VIOLATION)
  expect(await listDays(database.read)).toEqual([])
})

test('a failure of the last statement is reported by the commit, which undoes the transaction', async () => {
  const writing = database.write(async (trx) => {
    await insertAhead(trx, '2026-01-01')
    await insertAhead(trx, null)
  })
  expect(await codeOf(writing)).toBe(NOT_NULL_VIOLATION)
  expect(await listDays(database.read)).toEqual([])
})

test('the connection of a transaction that failed serves the next one', async () => {
  for (const day of ['2026-01-01', '2026-01-02', '2026-01-03']) {
    await codeOf(database.write((trx) => insertAhead(trx, null)))
    await database.write((trx) => insertAhead(trx, day))
  }
  expect(await listDays(database.read)).toHaveLength(3)
})

test('a transaction that throws undoes the statements that it sent without a wait, even those that fail later', async () => {
  for (const day of ['2026-01-01', null]) {
    const writing = database.write(async (trx) => {
      await insertAhead(trx, day)
      throw new RangeError('the work gives up')
    })
    await expect(writing).rejects.toThrow(RangeError)
  }
  expect(await listDays(database.read)).toEqual([])
})

test('the failure of a statement outside a transaction is reported at once', async () => {
  expect(await codeOf(insertAhead(database.read, null))).toBe(NOT_NULL_VIOLATION)
  await insertAhead(database.read, '2026-01-01')
  expect(await listDays(database.read)).toEqual(['2026-01-01'])
})

test('a lock that another transaction holds for too long is reported as that', async () => {
  const codes = await database.write(async (holder) => {
    await database.lock(holder, ['events'])
    await listDays(holder)
    const waiting = database.write(async (trx) => {
      await database.lock(trx, ['events'])
      await insertAhead(trx, '2026-01-01')
    })
    return codeOf(waiting)
  })
  expect(codes).toBe(LOCK_NOT_AVAILABLE)
  expect(await listDays(database.read)).toEqual([])
})
