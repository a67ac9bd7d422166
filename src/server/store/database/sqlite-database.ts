import Database from 'libsql'
import { existsSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Kysely, sql, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'
import { errorCode } from '../../log/error-code.ts'
import { makeOwnFolder } from './make-own-folder.ts'
import { createMemoryRateLimits } from './rate-limits.ts'
import { migrateSchema, type PrepareSchema } from './migrate.ts'
import type { Schema } from './schema.ts'
import type { SqlDatabase, Sql } from './sql-database.ts'

const IN_MEMORY = ':memory:'
/** Only the user that runs the server has access. */
const OWN_FILE = 0o600

/** @param path file name, created with its folder if it does not exist, or `:memory:` */
export async function openSqliteDatabase(
  path: string,
  prepareSchema: PrepareSchema = migrateSchema,
): Promise<SqlDatabase> {
  if (path !== IN_MEMORY) await makeFile(path)
  const connection = openLibsqlConnection(path)
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) })
  const requireFile = path === IN_MEMORY ? () => undefined : createFileCheck(path)
  const write = createGroupCommit({ connection, db, requireFile })
  try {
    await inTransaction(connection, db, prepareSchema)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    read: db,
    write,
    statement: write,
    // There is one writer at a time, so a transaction is already alone.
    lock: () => Promise.resolve(),
    takeFree: sql``,
    nextSequence: sql`(select coalesce(max(sequence), 0) + 1 from events)`,
    rateLimits: createMemoryRateLimits(),
    close: async () => {
      // Waits for the queue. If it fails, each of its callers has been refused already.
      await write(() => Promise.resolve()).catch(() => undefined)
      await db.destroy()
    },
  }
}

/**
 * SQLite gives the same mode to the files that it creates beside this one. A file that is there is not opened: its close would
 * end the locks of every connection of this process (POSIX), and another process could take it for a file that nobody uses.
 */
async function makeFile(path: string): Promise<void> {
  await makeOwnFolder(dirname(path))
  if (existsSync(path)) return
  const file = await open(path, 'a', OWN_FILE)
  await file.close()
}

/**
 * Throws if the file of the open connection no longer has its name. The connection still writes then, to where nobody finds
 * it.
 */
function createFileCheck(path: string): () => void {
  const { dev, ino } = statSync(path)
  return () => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.dev !== dev || found.ino !== ino) throw new DatabaseGoneError()
  }
}

/** One connection: the interface that Kysely requires, and `exec` for statements without values. */
interface LibsqlConnection extends SqliteDatabase {
  exec(statement: string): void
  isInTransaction(): boolean
}

/** How long another process may hold the write lock before a statement fails, in milliseconds. */
const BUSY_TIMEOUT_MS = 5_000
/** Pages cached in memory, in KiB: enough for the indexes of a busy database. */
const CACHE_KIB = 64 * 1024
/** Query texts are few and constant; the bound only guards against one that grows with its input. */
const MAX_CACHED_STATEMENTS = 500

/** @param path file name, or `:memory:` */
export function openLibsqlConnection(path: string): LibsqlConnection {
  const database = connect(path)
  database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  database.exec('pragma foreign_keys = on')
  // Deleted data is also overwritten in the file.
  database.exec('pragma secure_delete = on')
  database.exec(`pragma cache_size = -${CACHE_KIB}`)
  return {
    prepare: cachedStatements((text) => adaptStatement(database.prepare(text))),
    exec: (statement) => {
      database.exec(statement)
    },
    isInTransaction: () => database.inTransaction,
    close: () => {
      database.close()
    },
  }
}

/** The binding gives no code to this failure. */
class CannotOpenError extends Error {
  override name = 'CannotOpenError'
  readonly code = 'SQLITE_CANTOPEN'
}

function connect(path: string): Database.Database {
  try {
    return new Database(path)
  } catch (cause) {
    throw new CannotOpenError('the file cannot be opened', { cause })
  }
}

/** Whether another connection has the file open. SQLite leaves the write-ahead mode only if none has. */
export function isOpenElsewhere(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    const connection = openLibsqlConnection(path)
    try {
      connection.exec('pragma busy_timeout = 0')
      connection.exec('pragma journal_mode = delete')
    } finally {
      connection.close()
    }
    return false
  } catch (error) {
    return errorCode(error)?.startsWith('SQLITE_BUSY') === true
  }
}

/** Preparing costs several times as much as a small query, and only the garbage collector frees a statement. */
function cachedStatements(prepare: (text: string) => SqliteStatement) {
  const statements = new Map<string, SqliteStatement>()
  return (text: string): SqliteStatement => {
    const known = statements.get(text)
    if (known) return known
    if (statements.size === MAX_CACHED_STATEMENTS) statements.clear()
    const statement = prepare(text)
    statements.set(text, statement)
    return statement
  }
}

function adaptStatement(statement: Database.Statement): SqliteStatement {
  const { reader } = statement
  return {
    reader,
    all: (parameters) => statement.all(bindable(parameters)).map(withByteArrays),
    run: (parameters) => statement.run(bindable(parameters)),
    iterate: (parameters) => statement.iterate(bindable(parameters)),
  }
}

/** The native binding aborts the whole process on a boolean, so only types that it accepts may reach it. */
function bindable(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) => {
    if (value === null || ['string', 'number', 'bigint'].includes(typeof value)) return value
    if (value instanceof Uint8Array) return value
    throw new TypeError(`SQLite cannot bind a value of type ${typeof value}`)
  })
}

/** The binding returns blobs as ArrayBuffer; Postgres and our types use Uint8Array. */
function withByteArrays(row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return row
  for (const [column, value] of Object.entries(row)) {
    if (value instanceof ArrayBuffer) Reflect.set(row, column, new Uint8Array(value))
  }
  return row
}

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
function createGroupCommit({
  connection,
  db,
  requireFile,
}: {
  connection: LibsqlConnection
  db: Sql
  requireFile: () => void
}): SqlDatabase['write'] {
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
    requireFile()
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
function inTransaction<Result>(
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

/** The file of the database is gone, or another one is in its place: what is written now is lost. */
class DatabaseGoneError extends Error {
  override name = 'DatabaseGoneError'
  readonly code = 'DATABASE_GONE'
  constructor() {
    super('the file of the database is gone')
  }
}
