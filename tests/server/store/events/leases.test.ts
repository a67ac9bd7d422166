import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgresDatabase } from '#server/store/database/postgres-database.ts'
import type { SqlDatabase } from '#server/store/database/sql-database.ts'
import { postgresDialect, runDialect } from '#tests/support/store-dialects.ts'
import { storeOver } from '#tests/support/store-over.ts'
import { NOON, sampleHolder } from '#tests/support/store-samples.ts'

const EVENTS = 400
const ROUNDS = 5

const dialect = runDialect(postgresDialect())

/** Counts the transactions, and how often one of them ran. */
function countRuns(database: SqlDatabase) {
  const counts = { transactions: 0, runs: 0 }
  const write: SqlDatabase['write'] = (work) => {
    counts.transactions += 1
    return database.write((trx) => {
      counts.runs += 1
      return work(trx)
    })
  }
  return { counts, database: { ...database, write } }
}

test('receipts and deliveries of the same events are leased at once without a deadlock', async () => {
  const opened = await openPostgresDatabase(await dialect.createDatabase())
  onTestFinished(() => opened.close())
  const { counts, database } = countRuns(opened)
  const store = storeOver(database)
  // All at once they would wait longer for a connection than the store does, on a machine under load.
  for (let made = 0; made < EVENTS; made += 1) await sampleHolder(store)
  Object.assign(counts, { transactions: 0, runs: 0 })
  for (let round = 0; round < ROUNDS; round += 1) {
    await sql`update events set notify_at = sequence, deliver_at = ${EVENTS} - sequence`.execute(
      opened.read,
    )
    await Promise.all([
      store.leaseReceipts(NOON, NOON + 1, EVENTS),
      store.leaseDeliveries(NOON, NOON + 1, EVENTS),
    ])
  }
  expect(counts.runs).toBe(counts.transactions)
})
