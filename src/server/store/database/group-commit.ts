import type { LibsqlConnection } from './libsql-connection.ts'
import type { Sql, SqlDatabase } from './sql-database.ts'

type CommitAnswer = () => void

type QueuedTransaction = {
  /** Runs the transaction. Returns how to resolve its caller's promise after the commit is durable. */
  run: (sql: Sql) => Promise<CommitAnswer>
  fail: (error: unknown) => void
}

/**
 * SQLite syncs the disk at each commit, and that costs more than the writes. So the transactions that arrive in one
 * turn of the event loop run one after the other in one database transaction, and no caller gets a result before the
 * commit. If anything in the group throws, the whole group is undone and each transaction runs again alone, so they
 * never share a failure.
 *
 * Kysely's mutex keeps transactions and reads apart on the one connection.
 */
export function createGroupCommit(connection: LibsqlConnection, db: Sql): SqlDatabase['write'] {
  let queue: QueuedTransaction[] = []

  async function commitQueue(): Promise<void> {
    const transactions = queue
    queue = []
    try {
      await commit(transactions)
    } catch (error) {
      await (transactions.length === 1 ? transactions[0]?.fail(error) : commitEach(transactions))
    }
  }

  async function commitEach(transactions: QueuedTransaction[]): Promise<void> {
    for (const trx of transactions) {
      await commit([trx]).catch(trx.fail)
    }
  }

  async function commit(transactions: QueuedTransaction[]): Promise<void> {
    const answers = await inTransaction(connection, db, async (sql) => {
      const pending: CommitAnswer[] = []
      for (const trx of transactions) pending.push(await trx.run(sql))
      return pending
    })
    for (const answer of answers) answer()
  }

  return (work) =>
    new Promise((resolve, reject) => {
      const run = async (sql: Sql): Promise<CommitAnswer> => {
        const result = await work(sql)
        return () => {
          resolve(result)
        }
      }
      queue.push({ run, fail: reject })
      if (queue.length === 1) setImmediate(() => void commitQueue())
    })
}

/** `immediate` takes the write lock first, so that data read inside cannot become stale. */
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
