import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import pg from 'pg'
import { databaseFailure } from '../../log/database-failure.ts'
import { errorCode } from '../../log/error-code.ts'
import { DatabaseAwayError } from './database-away-error.ts'

/** How long a transaction may wait for its own process before Postgres ends it, in milliseconds. */
const IDLE_IN_TRANSACTION_MS = 5_000
/** How long a statement may wait for a lock of another transaction, in milliseconds. */
const LOCK_TIMEOUT_MS = 3_000
/** How long one statement of a transaction may take, in milliseconds. */
const STATEMENT_TIMEOUT_MS = 8_000
/**
 * How long an answer may take, in milliseconds. It is more than a statement may take, so only a dead network exceeds
 * it.
 */
export const ANSWER_TIMEOUT_MS = 10_000
/** How long no new connection is tried after the database accepted no more, in milliseconds. */
const CROWDED_MS = 30_000

/**
 * The limits apply only to this transaction, so they work the same behind PgBouncer, which accepts them neither at the
 * start of a connection nor for a session.
 */
const BEGIN = CompiledQuery.raw(
  [
    'begin',
    `set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
    `set local lock_timeout = ${LOCK_TIMEOUT_MS}`,
    `set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
  ].join('; '),
)
const COMMIT = CompiledQuery.raw('commit')
const ROLLBACK = CompiledQuery.raw('rollback')

type RunAlone = <Answer>(ask: () => Promise<Answer>) => Promise<Answer>

/** What a transaction has sent and not waited for. */
type Ahead = { begin: Promise<unknown> | undefined; statements: Promise<unknown>[] }

/**
 * Kysely's driver for Postgres, with a time limit on every wait. The statements of a transaction that need no answer
 * share a round trip with the next one that does.
 *
 * @param pool with `query_timeout` and `pipeline`
 * @param runAlone runs a statement outside of a transaction. @default once
 */
export function createPostgresDriver(pool: pg.Pool, runAlone: RunAlone = (ask) => ask()): Driver {
  const { connect, ask } = createConnections(pool)
  const clients = new WeakMap<DatabaseConnection, pg.PoolClient>()
  const transactions = new WeakMap<DatabaseConnection, Ahead>()

  /**
   * Only a statement that changes nothing is sent before `begin` has succeeded. If an earlier statement fails, Postgres
   * refuses all later ones of its transaction.
   */
  async function askInTurn(connection: DatabaseConnection, query: CompiledQuery) {
    const client = getClient(connection)
    const ahead = transactions.get(connection)
    if (!ahead) return runAlone(() => ask(client, query))
    if (!query.sql.startsWith('select ')) await ahead.begin
    const answer = ask(client, query)
    if ('isAhead' in query) return sendAhead(ahead, answer)
    const [own] = await Promise.all([answer, ahead.begin, ...ahead.statements.splice(0)])
    return own
  }

  function getClient(connection: DatabaseConnection): pg.PoolClient {
    const client = clients.get(connection)
    if (!client) throw new TypeError('the connection is of another driver')
    return client
  }

  return {
    init: () => Promise.resolve(),
    async acquireConnection() {
      const client = await connect()
      const connection: DatabaseConnection = {
        executeQuery: async (query) => toResult(await askInTurn(connection, query)),
        streamQuery() {
          throw new Error('no query is streamed')
        },
      }
      clients.set(connection, client)
      return connection
    },
    async beginTransaction(connection) {
      const begin = ask(getClient(connection), BEGIN)
      begin.catch(() => undefined)
      transactions.set(connection, { begin, statements: [] })
    },
    commitTransaction: (connection) => run(connection, COMMIT),
    // If this fails, the connection is gone, and the transaction with it.
    rollbackTransaction: (connection) => run(connection, ROLLBACK).catch(() => undefined),
    async releaseConnection(connection) {
      transactions.delete(connection)
      clients.get(connection)?.release()
    },
    destroy: () => pool.end(),
  }
}

const NO_ROWS: pg.QueryResult[] = []

function sendAhead({ statements }: Ahead, answer: Promise<unknown>): pg.QueryResult[] {
  answer.catch(() => undefined)
  statements.push(answer)
  return NO_ROWS
}

/**
 * After a connection breaks or times out, every connection that has not answered since then is discarded, because the
 * same cause has probably broken all of them.
 */
function createConnections(pool: pg.Pool) {
  const take = createTake(pool)
  let breaks = 0
  /** The number of breaks at the last answer of each connection. */
  const checkedBreaks = new WeakMap<pg.PoolClient, number>()

  async function connect(): Promise<pg.PoolClient> {
    const client = await take().catch(failAsAway)
    if ((checkedBreaks.get(client) ?? breaks) === breaks) return client
    client.release(true)
    return connect()
  }

  async function ask(client: pg.PoolClient, { sql, parameters }: CompiledQuery) {
    try {
      const answer = await client.query(sql, [...parameters])
      checkedBreaks.set(client, breaks)
      return answer
    } catch (error) {
      if (error instanceof pg.DatabaseError) throw error
      breaks += 1
      // During a query this closes the socket immediately, and the pool removes the connection.
      void client.end()
      return failAsAway(error)
    }
  }

  return { connect, ask }
}

/** Takes a connection from the pool. If the database accepts no more connections, the open ones are shared. */
function createTake(pool: pg.Pool): () => Promise<pg.PoolClient> {
  const { options } = pool
  const { max } = options
  let open = 0
  let crowding: unknown
  pool.on('connect', () => (open += 1))
  pool.on('remove', () => (open -= 1))

  function shareOpen(error: unknown): void {
    options.max = open
    if (crowding === undefined) setTimeout(openMore, CROWDED_MS).unref()
    crowding = error
  }

  function openMore(): void {
    options.max = max
    crowding = undefined
  }

  return async () => {
    try {
      return await pool.connect()
    } catch (error) {
      // A caller that waited too long for a connection gets the reason why there are so few.
      if (databaseFailure(error) !== 'crowded')
        throw errorCode(error) === undefined ? (crowding ?? error) : error
      if (open === 0) throw error
      shareOpen(error)
      return pool.connect()
    }
  }
}

async function run(connection: DatabaseConnection, query: CompiledQuery): Promise<void> {
  await connection.executeQuery(query)
}

const COUNTED = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** Several statements in one query return a list of results, none with rows. */
function toResult<Row>(
  answer: pg.QueryResult<Row & pg.QueryResultRow> | pg.QueryResult[],
): QueryResult<Row> {
  if (Array.isArray(answer)) return { rows: [] }
  const { command, rowCount, rows } = answer
  return { rows, ...(COUNTED.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) }
}

/** The library's own error for this has no code. */
function failAsAway(error: unknown): never {
  if (errorCode(error) !== undefined) throw error
  throw new DatabaseAwayError('the database does not answer', { cause: error })
}
