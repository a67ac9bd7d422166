import type { LibsqlConnection } from './libsql-connection.ts'
import type { Sql, SqlDatabase } from './sql-database.ts'

type QueuedUnit = {
  /** Runs the unit; answers how to tell its caller once the group is durable. */
  run: (sql: Sql) => Promise<() => void>
  fail: (error: unknown) => void
}

/**
 * SQLite syncs the disk once a commit, and that costs more than the writes. So the units that
 * arrive in one turn of the event loop commit together: one transaction, a savepoint for each, and
 * no caller hears of success before the commit. A unit that throws undoes its savepoint and nothing
 * else; if the commit fails, every caller of the group hears it.
 *
 * Units of a group run one after the other. Kysely's mutex keeps groups and reads apart.
 */
export function createGroupCommit(connection: LibsqlConnection, db: Sql): SqlDatabase['write'] {
  let queue: QueuedUnit[] = []

  async function commitQueue(): Promise<void> {
    const units = queue
    queue = []
    try {
      const answers = await db
        .connection()
        .execute((sql) => inTransaction(connection, () => runInSavepoints(connection, sql, units)))
      for (const answer of answers) answer()
    } catch (error) {
      for (const unit of units) unit.fail(error)
    }
  }

  return (work) =>
    new Promise((resolve, reject) => {
      const run = async (sql: Sql): Promise<() => void> => {
        const result = await work(sql)
        return () => {
          resolve(result)
        }
      }
      queue.push({ run, fail: reject })
      if (queue.length === 1) setImmediate(() => void commitQueue())
    })
}

/** `immediate`: takes the write lock first, so that a read inside never turns out stale. */
export async function inTransaction<Result>(
  connection: LibsqlConnection,
  work: () => Promise<Result>,
): Promise<Result> {
  connection.exec('begin immediate')
  try {
    const result = await work()
    connection.exec('commit')
    return result
  } catch (error) {
    if (connection.isInTransaction()) connection.exec('rollback')
    throw error
  }
}

async function runInSavepoints(
  connection: LibsqlConnection,
  sql: Sql,
  units: QueuedUnit[],
): Promise<(() => void)[]> {
  const answers: (() => void)[] = []
  for (const unit of units) {
    connection.exec('savepoint unit')
    try {
      answers.push(await unit.run(sql))
    } catch (error) {
      connection.exec('rollback to unit')
      answers.push(() => {
        unit.fail(error)
      })
    }
    connection.exec('release unit')
  }
  return answers
}
