import type { LibsqlConnection } from './libsql-connection.ts'
import type { Sql, SqlDatabase } from './sql-database.ts'

type Answer = () => void

type QueuedUnit = {
  /** Runs the unit; answers how to tell its caller once that is durable. */
  run: (sql: Sql) => Promise<Answer>
  fail: (error: unknown) => void
}

/**
 * SQLite syncs the disk once a commit, and that costs more than the writes. So the units that
 * arrive in one turn of the event loop run one after the other in one transaction, and no caller
 * hears of success before the commit. If anything in the group throws, all of it is undone and each
 * unit runs again in a transaction of its own: units never share a failure.
 *
 * Kysely's mutex keeps transactions and reads apart on the one connection.
 */
export function createGroupCommit(connection: LibsqlConnection, db: Sql): SqlDatabase['write'] {
  let queue: QueuedUnit[] = []

  async function commitQueue(): Promise<void> {
    const units = queue
    queue = []
    try {
      await commit(units)
    } catch (error) {
      await (units.length === 1 ? units[0]?.fail(error) : commitEach(units))
    }
  }

  async function commitEach(units: QueuedUnit[]): Promise<void> {
    for (const unit of units) {
      await commit([unit]).catch(unit.fail)
    }
  }

  async function commit(units: QueuedUnit[]): Promise<void> {
    const answers = await inTransaction(connection, db, async (sql) => {
      const pending: Answer[] = []
      for (const unit of units) pending.push(await unit.run(sql))
      return pending
    })
    for (const answer of answers) answer()
  }

  return (work) =>
    new Promise((resolve, reject) => {
      const run = async (sql: Sql): Promise<Answer> => {
        const result = await work(sql)
        return () => {
          resolve(result)
        }
      }
      queue.push({ run, fail: reject })
      if (queue.length === 1) setImmediate(() => void commitQueue())
    })
}

/** `immediate` takes the write lock first, so that nothing read inside turns out stale. */
export function inTransaction<Result>(
  connection: LibsqlConnection,
  db: Sql,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (sql) => {
    connection.exec('begin immediate')
    try {
      const result = await work(sql)
      connection.exec('commit')
      return result
    } catch (error) {
      if (connection.isInTransaction()) connection.exec('rollback')
      throw error
    }
  })
}
